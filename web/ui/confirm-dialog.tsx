import { Button } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { useGone } from '#web/lib/use-once.ts'
import page from '#web/ui/page.module.css'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { passFocus } from './focus.ts'
import { toastError } from './toasts.ts'
import { useDialog } from './use-dialog.ts'

interface ConfirmDialogProps {
  title: string
  question: string
  /** The consequences. */
  details?: ReactNode
  label: string
  busyLabel: string
  act: { isPending: boolean; mutateAsync: () => Promise<unknown> }
  /** Whether the action is no longer possible. */
  isOver?: boolean
  /** Called once it is done. */
  onDone: () => void
  onClosed: () => void
}

/** Asks before something is gone. A refusal is told, and the question stays. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, details, label, busyLabel, act, isOver = false, onDone, onClosed } = props
  const dialog = useDialog(onClosed)
  const cancel = useRef<HTMLButtonElement>(null)
  const isGone = useGone()
  const finish = () => {
    onDone()
    dialog.close()
  }
  const confirm = async () => {
    try {
      await act.mutateAsync()
      finish()
    } catch (error) {
      if (isGone(error)) return finish()
      toastError(messageOf(error))
      // The button that was pressed was off meanwhile, and has lost it.
      passFocus(cancel.current)
    }
  }
  return (
    <Dialog title={title} size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <p className={classes.question}>{question}</p>
      {details && <p className={classes.details}>{details}</p>}
      <div className={`${page.foot} ${classes.foot}`}>
        <Button ref={cancel} variant="default" onClick={dialog.close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={() => void confirm()} disabled={act.isPending || isOver}>
          {act.isPending ? busyLabel : label}
        </Button>
      </div>
    </Dialog>
  )
}
