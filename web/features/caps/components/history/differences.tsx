import type { Cap } from '#domain/caps/cap.ts'
import { describeDifferences } from './describe-change.ts'
import classes from './differences.module.css'

/** Field by field, old to new. */
export function Differences({ before, after }: { before: Cap; after: Cap }) {
  return (
    <ul className={classes.list}>
      {describeDifferences(before, after).map(({ label, from, to }) => (
        <li key={label}>
          <span className={classes.label}>{label}</span> <del className={classes.from}>{from}</del>{' '}
          <span aria-hidden="true">→</span> <ins className={classes.to}>{to}</ins>
        </li>
      ))}
    </ul>
  )
}
