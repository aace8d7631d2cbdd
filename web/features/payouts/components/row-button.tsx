import type { ReactNode } from 'react'
import { ChevronIcon } from '#web/ui/icons.tsx'
import classes from './row-button.module.css'

interface RowButtonProps {
  /** Set for a row that unfolds. */
  isOpen?: boolean
  children: ReactNode
}

/** The button in a row's head, for the keyboard; the row itself hears the click. */
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
