import type { ReactNode } from 'react'
import classes from './cell-bar.module.css'

interface CellBarProps {
  /** All numbers here have one unit. */
  value: number
  /** The full width of the bar: the most of all rows. */
  most: number
  /** The range behind the bar: the usual one, or from 0 to the earlier value. */
  behind?: { from: number; to: number } | null
  /** The range in words, if nothing else says it: `before 120`. */
  behindText?: string | undefined
  isBad?: boolean
  /** The number. */
  children: ReactNode
}

/** A number after its bar, so that a column can be compared at a glance. */
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
