import { formatDayRange } from '#domain/messages/day-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useApprove, useRelease, useReopen } from '../api.ts'
import classes from './closing.module.css'
import { describeDue } from './describe-due.ts'
import { StepForm } from './step-form.tsx'
import type { StepDialogProps } from './step-props.ts'

export function ApproveDialog({ closing, onClosed }: StepDialogProps) {
  const approve = useApprove(closing)
  return (
    <StepForm
      title={`Approve ${formatDayRange(closing)}?`}
      label="Approve"
      isPending={approve.isPending}
      fields={null}
      onSubmit={(told) => approve.mutate(undefined, told)}
      onClosed={onClosed}
    >
      <p className={classes.about}>{describeDue(closing)} Once approved, these amounts stand, whatever arrives late.</p>
    </StepForm>
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
