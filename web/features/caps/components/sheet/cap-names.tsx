import { isBrokerCap, type ListedCap } from '#domain/caps/slot.ts'
import classes from './cap-names.module.css'

/** Who buys and who sends, in a line: the geo stands above. */
export function CapNames({ cap }: { cap: ListedCap }) {
  const name = isBrokerCap(cap) ? (cap.advertiserName ?? cap.advertiserId) : null
  return (
    <span className={classes.root}>
      {name !== null && (
        <>
          <span className={classes.name}>{name}</span>
          {isBrokerCap(cap) && cap.advertiserName !== null && <span className={classes.dim}>{cap.advertiserId}</span>}
        </>
      )}
      <span className={name === null ? classes.name : classes.dim}>#{cap.sourceNumber}</span>
    </span>
  )
}
