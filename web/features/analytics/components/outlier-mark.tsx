import type { Outlier } from '#domain/analytics/outliers.ts'
import classes from './outlier-mark.module.css'

const WORDS: Readonly<Record<Outlier, string>> = { above: 'far above', below: 'far below' }

interface OutlierMarkProps {
  side: Outlier | null
  /** The number that it is compared with. */
  of: string
}

/** Marks a number that is far from the others. Other numbers get no mark. */
export function OutlierMark({ side, of }: OutlierMarkProps) {
  if (!side) return null
  return (
    <span className={classes.root} title={`${WORDS[side]} ${of}`}>
      {WORDS[side]}
    </span>
  )
}
