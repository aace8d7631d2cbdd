import type { ReactNode } from 'react'
import { formatConversion } from '#domain/analytics/breakdown.ts'
import type { UsualRange } from '#domain/analytics/usual.ts'
import { CellBar } from './cell-bar.tsx'
import classes from './share-bar.module.css'

interface ShareBarProps {
  /** All numbers here are percentages. */
  percent: number
  /** The full width of the bar: the most of all rows. */
  most: number
  usual: UsualRange | null
  /** True if it is beyond the usual range on the wrong side. */
  isBad: boolean
  /** The parts of the share, in words. */
  children: ReactNode
}

/** A share as a bar over its usual range, with its number and its parts. */
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
