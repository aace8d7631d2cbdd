import type { PayoutDeal } from '#contract/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatMoment } from '#web/lib/format.ts'
import { formatExact } from './amounts.ts'
import classes from './deal-drawer.module.css'

const LISTS = [
  { name: 'inside', words: 'of a valid lead' },
  { name: 'outside', words: 'of a lead that is not paid for' },
  { name: 'unmatched', words: 'no lead is known' },
] as const

/** The deposits of a deal, as they were reported. */
export function DealDeposits({ deal, zone }: { deal: PayoutDeal; zone: Zone }) {
  const rows = LISTS.flatMap(({ name, words }) =>
    deal.depositDetails[name].map((deposit, index) => ({ ...deposit, words, key: `${name} ${index}` })),
  )
  const missing = deal.deposits.total - rows.length
  if (deal.deposits.total === 0) return <p className={classes.about}>None.</p>
  return (
    <>
      <ul className={classes.list} aria-label="Deposits">
        {rows.map(({ key, email, createdAt, payout, words }) => (
          <li key={key} className={classes.row}>
            <span>
              {email ?? 'no e-mail'}
              <span className={classes.note}>{formatMoment(createdAt, zone)}</span>
            </span>
            <span className={classes.fate}>
              <strong>{payout === null ? 'nothing reported' : `${formatExact(payout)} reported`}</strong>
              <span className={classes.note}>{words}</span>
            </span>
          </li>
        ))}
      </ul>
      {missing > 0 && <p className={classes.about}>{missing} more are in the count.</p>}
    </>
  )
}
