import type { ReactNode } from 'react'
import classes from './cell-bar.module.css'

interface CellBarProps {
  /** So is everything here. */
  value: number
  /** Where the bar would be full: the most of all rows. */
  most: number
  /** What lies behind the bar: where the value usually is, or from 0 to what it was before. */
  behind?: { from: number; to: number } | null
  /** What lies behind it in words, where nothing else says it: `before 120`. */
  behindText?: string | undefined
  isBad?: boolean
  /** The number. */
  children: ReactNode
}

/** A number with its bar before it, so that a column is seen before it is read. */
export function CellBar({ value, most, behind = null, behindText, isBad = false, children }: CellBarProps) {
  const at = (place: number) => Math.min(100, Math.max(0, (100 * place) / most))
  return (
    <span className={classes.root} data-bad={isBad || undefined} title={behindText}>
      <span className={classes.track} aria-hidden="true">
        {behind && behind.to > 0 && (
          <span
            className={classes.behind}
            style={{ left: `${at(behind.from)}%`, width: `${at(behind.to) - at(behind.from)}%` }}
          />
        )}
        <span className={classes.fill} style={{ width: `${at(value)}%` }} />
      </span>
      <span className={classes.number}>
        {children}
        {behindText && <span className="visually-hidden">, {behindText}</span>}
      </span>
    </span>
  )
}
