import { Button } from '@mantine/core'
import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { readSession } from '#web/lib/session.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { useDialog } from './use-dialog.ts'

/**
 * Asks before a page is left while something is typed on it that is not saved: inside the product by a dialog, and the
 * browser by its own when it closes or reloads the tab.
 */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty)
  const { proceed, reset } = useBlocker({
    shouldBlockFn: isLeaving,
    disabled: !isDirty,
    withResolver: true,
  })
  return (
    proceed && <LossQuestion title="Leave without saving?" label="Leave" onLeave={proceed} onStay={() => reset()} />
  )
}

/** What an address names beside its page: another section of it, or the other kind of caps, is a page of its own. */
const PARTS = ['section', 'mode'] as const

/** Whoever signs out has been asked already (`askToSignOut`), and who is signed out is not held. */
const isLeaving: ShouldBlockFn = ({ current, next }) =>
  readSession().status === 'authenticated' &&
  (current.pathname !== next.pathname || PARTS.some((part) => read(current.search, part) !== read(next.search, part)))

function read(search: object, part: string): unknown {
  return new Map(Object.entries(search)).get(part)
}

interface LossQuestionProps {
  title: string
  label: string
  onLeave: () => void
  onStay: () => void
}

export function LossQuestion({ title, label, onLeave, onStay }: LossQuestionProps) {
  const dialog = useDialog(onStay)
  return (
    <Dialog title={title} size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <p className={classes.question}>What you typed on this page is not saved yet.</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={onLeave}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
