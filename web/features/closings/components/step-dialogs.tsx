import { closingTexts } from '#contract/texts/closings.ts'
import { formatDayRange } from '#domain/messages/day-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useApprove, useRelease, useReopen } from '../api.ts'
import classes from './closing.module.css'
import { describeDue } from './describe-due.ts'
import { StepForm } from './step-form.tsx'
import type { StepDialogProps } from './step-props.ts'

export function ApproveDialog({ onClosed, ...seen }: StepDialogProps) {
  const approve = useApprove(seen)
  const { closing } = seen
  const isOver = closing.state !== 'frozen'
  return (
    <StepForm
      title={`Approve ${formatDayRange(closing)}?`}
      label="Approve"
      isPending={approve.isPending}
      isOver={isOver}
      fields={null}
      onSubmit={(told) => approve.mutate(undefined, told)}
      onClosed={onClosed}
    >
      <p className={classes.about}>
        {isOver
          ? closingTexts.stateNow(closing.state)
          : `${describeDue(closing)} Once approved, these amounts stand, whatever arrives late.`}
      </p>
    </StepForm>
  )
}

export function ReopenDialog({ onClosed, ...seen }: StepDialogProps) {
  const reopen = useReopen(seen)
  const { state } = seen.closing
  return (
    <ConfirmDialog
      title="Take the approval back?"
      question="The week can be adjusted again, and has to be approved anew."
      details={state !== 'approved' && closingTexts.stateNow(state)}
      isOver={state !== 'approved'}
      label="Back to frozen"
      busyLabel="Taking back…"
      act={{ isPending: reopen.isPending, mutateAsync: () => reopen.mutateAsync(undefined) }}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}

export function ReleaseDialog({ onClosed, ...seen }: StepDialogProps) {
  const release = useRelease(seen)
  const { state } = seen.closing
  return (
    <ConfirmDialog
      title="Open the week again?"
      question="It is as if it had never been closed. Its adjustments are gone."
      details={state !== 'frozen' && closingTexts.stateNow(state)}
      isOver={state !== 'frozen'}
      label="Open again"
      busyLabel="Opening…"
      act={release}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}
