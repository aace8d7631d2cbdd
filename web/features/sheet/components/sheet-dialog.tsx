import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, saveByKey, useDiscard } from '#web/ui/discard-question.tsx'
import type { useDialog } from '#web/ui/use-dialog.ts'
import classes from './sheet-dialog.module.css'

interface SheetDialogProps {
  title: string
  size: number
  dialog: ReturnType<typeof useDialog>
  /** True if closing would lose something: then it asks. */
  isDirty: boolean
  busy: boolean
  /** Closes what is open inside; returns whether there was anything, so that Esc closes one thing at a time. */
  onEscape?: () => boolean
  /** The button that saves or continues; Ctrl or ⌘ Enter presses it. */
  action: { label: string; disabled: boolean; run: () => void }
  /** What will be saved, beside the button. */
  summary: ReactNode
  children: ReactNode
}

/** The frame of a dialog for checking many caps before they are saved together. */
export function SheetDialog(props: SheetDialogProps) {
  const { title, size, dialog, isDirty, busy, onEscape, action, summary, children } = props
  const discard = useDiscard(isDirty, dialog.close)
  const askToClose = () => {
    if (!onEscape?.()) discard.askToClose()
  }

  const run = () => {
    if (!busy && !action.disabled) action.run()
  }

  return (
    <Dialog title={title} size={size} dialog={dialog} busy={busy} onCloseAsked={askToClose} tall>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of all fields within */}
      <div className={classes.root} onKeyDown={(event) => saveByKey(event, discard, run)}>
        <div className={classes.content}>{children}</div>
        <DialogFoot discard={discard} className={classes.foot}>
          <span className={classes.summary} role="status">
            {summary}
          </span>
          <Button variant="default" onClick={askToClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={run} disabled={busy || action.disabled} aria-keyshortcuts="Control+Enter Meta+Enter">
            {busy ? 'Saving…' : action.label}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}
