import { FilterChip } from '#web/ui/filter-chip.tsx'
import { PACE_NAMES } from '#web/features/caps/components/pace-badge.tsx'
import { CHOSEN_FILTERS, type CapView, type CapViewChange, type ChosenFilter } from './cap-view.ts'
import type { FilterChoices } from './filter-choices.ts'
import classes from './filter-chips.module.css'

interface FilterChipsProps {
  view: CapView
  choices: FilterChoices
  onChange: (change: CapViewChange) => void
}

/** The filters that are on, each to take off; for where their fields are out of sight, which that of the pace is on a phone only. */
export function FilterChips({ view, choices, onChange }: FilterChipsProps) {
  const on = CHOSEN_FILTERS.filter((name) => view[name] !== undefined)
  if (on.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filters that are on">
      {on.map((name) => (
        <li key={name} data-in-sight={name === 'pace' || undefined}>
          <FilterChip name={nameOf(name, view, choices)} onTakeOff={() => onChange({ [name]: undefined })} />
        </li>
      ))}
    </ul>
  )
}

function nameOf(name: ChosenFilter, view: CapView, { brokers }: FilterChoices): string {
  switch (name) {
    case 'geo':
      return view.geo ?? ''
    case 'broker':
      return brokers.find(({ value }) => value === view.broker)?.label ?? view.broker ?? ''
    case 'source':
      return `#${view.source}`
    case 'pace':
      return view.pace ? PACE_NAMES[view.pace] : ''
  }
}
