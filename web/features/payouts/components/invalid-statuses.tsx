import { useMemo } from 'react'
import type { PayoutDeal } from '#contract/payouts.ts'
import { formatCount } from '#web/lib/format.ts'
import classes from './invalid-statuses.module.css'

/** Which statuses made a lead invalid in this report, and how many leads of the deals each took. */
export function InvalidStatuses({ statuses, deals }: { statuses: readonly string[]; deals: readonly PayoutDeal[] }) {
  const taken = useMemo(() => tallyStatuses(deals), [deals])
  if (statuses.length === 0) return <p className={classes.about}>No status was on the list: every lead counts.</p>
  return (
    <>
      <p className={classes.about}>
        Leads of these statuses are left out before the working hours and the cap are looked at.
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

function tallyStatuses(deals: readonly PayoutDeal[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { invalidStatuses } of deals) {
    for (const [status, count] of Object.entries(invalidStatuses)) taken.set(status, (taken.get(status) ?? 0) + count)
  }
  return taken
}
