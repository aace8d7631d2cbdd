import { useMemo } from 'react'
import { formatCount } from '#domain/sentences/written.ts'
import type { Affiliate } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './invalid-statuses.module.css'

interface InvalidStatusesProps {
  statuses: readonly string[]
  affiliates: readonly Affiliate[]
}

/** The statuses that made leads invalid in this report, each with its number of leads of the deals. */
export function InvalidStatuses({ statuses, affiliates }: InvalidStatusesProps) {
  const taken = useMemo(() => tallyStatuses(affiliates), [affiliates])
  if (statuses.length === 0) return <p className={page.note}>The list was empty, so every lead counts.</p>
  return (
    <>
      <p className={page.note}>
        Leads with these statuses are left out first, before the checks of working hours and caps.
      </p>
      <ul className={classes.list}>
        {statuses.map((status) => (
          <li key={status} className={classes.status}>
            {status} <span className={classes.count}>{formatCount(taken.get(status) ?? 0)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function tallyStatuses(affiliates: readonly Affiliate[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { invalidBreakdown } of affiliates.flatMap(({ geoBreakdown }) => geoBreakdown)) {
    for (const [status, count] of Object.entries(invalidBreakdown)) taken.set(status, (taken.get(status) ?? 0) + count)
  }
  return taken
}
