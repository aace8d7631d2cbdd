import { Button } from '@mantine/core'
import classes from './discard-question.module.css'

interface DiscardQuestionProps {
  /** What would be lost, `typed`. */
  what?: 'typed' | 'pasted' | 'chose'
  /** Of the foot of the dialog, whose place it takes. */
  className: string | undefined
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before what was typed is lost. */
export function DiscardQuestion({ what = 'typed', className, onKeep, onDiscard }: DiscardQuestionProps) {
  const question = `Discard what you ${what}?`
  return (
    <div className={className} role="alertdialog" aria-label={question}>
      <span className={classes.question}>{question}</span>
      <Button variant="default" onClick={onKeep} autoFocus>
        Keep editing
      </Button>
      <Button color="red" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  )
}
