import { Button } from '@mantine/core'
import classes from './cap-form.module.css'

interface FormFootProps {
  label: string
  busy: boolean
  /** Whether to ask before what was typed is lost. */
  asking: boolean
  onCancel: () => void
  onKeep: () => void
  onDiscard: () => void
}

export function FormFoot({ label, busy, asking, onCancel, onKeep, onDiscard }: FormFootProps) {
  if (asking) {
    return (
      // A key of its own, so that its buttons are new and the focus goes there.
      <div key="question" className={classes.foot} role="alertdialog" aria-label="Discard what you typed?">
        <span className={classes.question}>Discard what you typed?</span>
        <Button variant="default" onClick={onKeep} autoFocus>
          Keep editing
        </Button>
        <Button color="red" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button type="submit" disabled={busy}>
        {busy ? 'Saving…' : label}
      </Button>
    </div>
  )
}
