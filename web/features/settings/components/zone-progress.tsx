import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import type { ZoneChange } from '#contract/zone.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import classes from './zone-progress.module.css'

/** How far a change of zone has come. */
export function ZoneProgress({ change: { zone, requestedBy, share } }: { change: ZoneChange }) {
  const percent = Math.round(share * 100)
  const label = `Changing to ${labelOfZone(zone)}`
  return (
    <div className={classes.root}>
      <p className={classes.words}>
        <span>
          {label}, asked for by {requestedBy}
        </span>
        <span>{percent}%</span>
      </p>
      <Progress.Root size="sm">
        <Progress.Section value={Math.max(2, percent)} aria-label={label} />
      </Progress.Root>
      <p className={classes.words}>Until it is done, all days show the old numbers.</p>
    </div>
  )
}
