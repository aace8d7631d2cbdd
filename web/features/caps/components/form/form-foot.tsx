import { Button } from '@mantine/core'
import { DiscardQuestion } from '#web/ui/discard-question.tsx'
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
  if (asking) return <DiscardQuestion className={classes.foot} onKeep={onKeep} onDiscard={onDiscard} />
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
