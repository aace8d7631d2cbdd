import { type Preset, PRESETS } from '#domain/analytics/choices.ts'
import { PRESET_NAMES } from '#domain/analytics/period.ts'
import classes from './preset-bar.module.css'

/** Days that are looked at often, one press each. */
export function PresetBar({ preset, onPick }: { preset: Preset | null; onPick: (preset: Preset) => void }) {
  return (
    <div role="group" aria-label="Days" className={classes.root}>
      {PRESETS.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.chip}
          aria-pressed={each === preset}
          onClick={() => onPick(each)}
        >
          {PRESET_NAMES[each]}
        </button>
      ))}
    </div>
  )
}
