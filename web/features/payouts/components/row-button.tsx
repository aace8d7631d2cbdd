import type { ReactNode } from 'react'
import { ChevronIcon } from '#web/ui/icons.tsx'
import classes from './row-button.module.css'

interface RowButtonProps {
  /** Of a row that unfolds; a row that opens something else has none. */
  isOpen?: boolean
  children: ReactNode
}

/** The button in a row's head by which keys press the row; the press itself is heard by the row. */
export function RowButton({ isOpen, children }: RowButtonProps) {
  return (
    <button type="button" className={classes.root} aria-expanded={isOpen}>
      <span className={classes.arrow} data-open={isOpen || undefined}>
        <ChevronIcon size={12} />
      </span>
      <span className={classes.words}>{children}</span>
    </button>
  )
}
