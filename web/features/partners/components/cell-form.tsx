import { Button } from '@mantine/core'
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import { Form } from '#web/ui/form.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import classes from './cells.module.css'

/** Keeps a row in its table until the returned function is called, whatever is searched. */
export const HoldRow = createContext<(id: string) => () => void>(() => () => {})

interface CellFormProps {
  /** The row of the cell. */
  rowId: string
  /** The label of the save button, and its label while saving. */
  labels: readonly [string, string]
  isPending: boolean
  /** Whether leaving would lose something. */
  isDirty: boolean
  onSubmit: () => Promise<void>
  onClose: () => void
  /** The field. */
  children: ReactNode
  /** Shown after the buttons. */
  note?: ReactNode
}

/** A field in a cell, with its Save and Cancel buttons. */
export function CellForm(props: CellFormProps) {
  const { rowId, labels, isPending, isDirty, onSubmit, onClose, children, note } = props
  const [label, busy] = labels
  const hold = useContext(HoldRow)
  // What is typed here would be lost with its row.
  useEffect(() => (isDirty ? hold(rowId) : undefined), [isDirty, hold, rowId])
  return (
    <Form className={classes.form} onSubmit={onSubmit}>
      <LeaveQuestion isDirty={isDirty} />
      {children}
      <Button type="submit" size="xs" disabled={isPending}>
        {isPending ? busy : label}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
      {note}
    </Form>
  )
}
