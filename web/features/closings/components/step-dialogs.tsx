import { Button } from '@mantine/core'
import { messageOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useApprove, useRelease, useReopen } from '../api.ts'
import type { StepDialogProps } from './step-props.ts'
import classes from './closing.module.css'
import { describeDue } from './money.ts'

export function ApproveDialog({ closing, onClosed }: StepDialogProps) {
  const dialog = useDialog(onClosed)
  const approve = useApprove(closing)
  return (
    <Dialog title="Approve this week?" size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <div className={classes.form}>
        {approve.error && <ProblemBox message={messageOf(approve.error)} />}
        <p className={classes.about}>
          {describeDue(closing)} From then on it is written down, and nothing that arrives late changes it.
        </p>
        <div className={classes.foot}>
          <Button variant="default" onClick={dialog.close}>
            Cancel
          </Button>
          <Button
            loading={approve.isPending}
            onClick={() => approve.mutate(undefined, { onSuccess: () => dialog.close() })}
            data-autofocus
          >
            Approve
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

export function ReopenDialog({ closing, onClosed }: StepDialogProps) {
  const reopen = useReopen(closing)
  return (
    <ConfirmDialog
      title="Take the approval back?"
      question="The week can be adjusted again, and has to be approved anew."
      label="Back to frozen"
      busyLabel="Taking back…"
      act={{ isPending: reopen.isPending, mutateAsync: () => reopen.mutateAsync(undefined) }}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}

export function ReleaseDialog({ closing, onClosed }: StepDialogProps) {
  const release = useRelease(closing)
  return (
    <ConfirmDialog
      title="Open the week again?"
      question="It is as if it had never been closed. Its adjustments are gone."
      label="Open again"
      busyLabel="Opening…"
      act={release}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}
