import { Button } from '@mantine/core'
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import classes from './discard-question.module.css'
import { LeaveQuestion } from './leave-question.tsx'
import page from './page.module.css'

interface DiscardQuestionProps {
  /** The kind of loss, `typed`. */
  what?: 'typed' | 'pasted' | 'chose'
  /** The class of the dialog's foot, which it replaces. */
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

/** Closes a dialog at once, or after a question if typed values would be lost. */
export function useDiscard(isDirty: boolean, close: () => void) {
  const [asking, setAsking] = useState(false)
  const askToClose = () => {
    if (isDirty) setAsking(!asking)
    else close()
  }
  return { isDirty, asking, askToClose, keep: () => setAsking(false), discard: close }
}

/** For a dialog's keys: Ctrl or ⌘ Enter saves, from a field of several lines too, but not while that question is asked. */
export function saveByKey(event: KeyboardEvent, { asking }: ReturnType<typeof useDiscard>, save: () => void) {
  if (asking || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  save()
}

interface DialogFootProps {
  discard: ReturnType<typeof useDiscard>
  what?: ComponentProps<typeof DiscardQuestion>['what']
  /** Where it stands in the dialog. */
  className?: string | undefined
  /** Its buttons. */
  children: ReactNode
}

/**
 * The end of a dialog in which something is typed: its buttons, or the question before that is lost. It is also asked before
 * the page is left.
 */
export function DialogFoot({ discard, what, className = '', children }: DialogFootProps) {
  const ofFoot = `${page.foot} ${className}`
  return (
    <>
      <LeaveQuestion isDirty={discard.isDirty} />
      {discard.asking ? (
        <DiscardQuestion what={what} className={ofFoot} onKeep={discard.keep} onDiscard={discard.discard} />
      ) : (
        <div className={ofFoot}>{children}</div>
      )}
    </>
  )
}
