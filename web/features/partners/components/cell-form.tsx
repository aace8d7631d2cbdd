import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './cells.module.css'

interface CellFormProps {
  /** Of the button that saves, and of it while that is on its way. */
  labels: readonly [string, string]
  isPending: boolean
  onSubmit: () => Promise<void>
  onClose: () => void
  /** The field. */
  children: ReactNode
  /** Stands behind the buttons. */
  note?: ReactNode
}

/** A field in a cell, with what saves it and what leaves it. */
export function CellForm({ labels: [label, busy], isPending, onSubmit, onClose, children, note }: CellFormProps) {
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      <Button type="submit" size="xs" disabled={isPending}>
        {isPending ? busy : label}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
      {note}
    </form>
  )
}
