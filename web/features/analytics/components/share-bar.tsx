import type { ReactNode } from 'react'
import { formatConversion } from '#domain/analytics/breakdown.ts'
import type { UsualRange } from '#domain/analytics/usual.ts'
import classes from './share-bar.module.css'

interface ShareBarProps {
  /** So is everything here. */
  percent: number
  /** Where the bar would be full: the most of all rows. */
  most: number
  usual: UsualRange | null
  /** It is beyond the usual range, on the wrong side. */
  isBad: boolean
  /** What it is a share of. */
  children: ReactNode
}

/** A share as a bar over the range that is usual of it, with its number and what it is made of. */
export function ShareBar({ percent, most, usual, isBad, children }: ShareBarProps) {
  const at = (value: number) => `${Math.min(100, (100 * value) / most)}%`
  return (
    <span className={classes.root} data-bad={isBad || undefined}>
      <span className={classes.track} aria-hidden="true">
        {usual && (
          <span
            className={classes.usual}
            style={{ left: at(usual.low), width: `calc(${at(usual.high)} - ${at(usual.low)})` }}
          />
        )}
        <span className={classes.fill} style={{ width: at(percent) }} />
      </span>
      <span className={classes.number}>{formatConversion(percent)}</span>
      <span className={classes.made}>{children}</span>
    </span>
  )
}
