import type { ReactNode } from 'react'
import { formatConversion } from '#domain/analytics/breakdown.ts'
import type { UsualRange } from '#domain/analytics/usual.ts'
import { CellBar } from './cell-bar.tsx'
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
  return (
    <span className={classes.root}>
      <CellBar value={percent} most={most} behind={usual && { from: usual.low, to: usual.high }} isBad={isBad}>
        <span className={classes.number} data-bad={isBad || undefined}>
          {formatConversion(percent)}
        </span>
      </CellBar>
      <span className={classes.made}>{children}</span>
    </span>
  )
}
