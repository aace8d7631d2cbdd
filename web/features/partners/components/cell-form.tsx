import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from '#web/ui/form.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import classes from './cells.module.css'

interface CellFormProps {
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
  const { labels, isPending, isDirty, onSubmit, onClose, children, note } = props
  const [label, busy] = labels
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
