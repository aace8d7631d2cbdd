import type { Cap } from '#domain/caps/cap.ts'
import classes from './cap-names.module.css'

/** Who buys and who sends, in a line: the geo stands above. */
export function CapNames({ cap }: { cap: Cap }) {
  const name = cap.advertiserName ?? cap.advertiserId
  return (
    <span className={classes.root}>
      {name !== null && (
        <>
          <span className={classes.name}>{name}</span>
          {cap.advertiserName !== null && <span className={classes.dim}>{cap.advertiserId}</span>}
        </>
      )}
      <span className={name === null ? classes.name : classes.dim}>#{cap.sourceNumber}</span>
    </span>
  )
}
