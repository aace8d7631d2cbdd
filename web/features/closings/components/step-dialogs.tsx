import { formatDayRange } from '#domain/sentences/written.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { closingHistoryQuery, useApprove, useRelease, useReopen } from '../api.ts'
import classes from './closing.module.css'
import { describeDue, describeEnd } from './describe-due.ts'
import { StepForm, type StepDialogProps } from './step-form.tsx'

export function ApproveDialog({ onClosed, ...seen }: StepDialogProps) {
  const approve = useApprove(seen)
  const { closing } = seen
  const end = describeEnd(closing.state, { wanted: 'frozen', error: approve.error })
  return (
    <StepForm
      title={`Approve ${formatDayRange(closing)}?`}
      label="Approve"
      isPending={approve.isPending}
      isOver={end !== null}
      fields={null}
      onSubmit={(told) => approve.mutate(undefined, told)}
      onClosed={onClosed}
    >
      <p className={classes.about}>
        {end ?? `${describeDue(closing)} After approval these amounts are fixed, even if data arrive later.`}
      </p>
    </StepForm>
  )
}

export function ReopenDialog({ onClosed, ...seen }: StepDialogProps) {
  const reopen = useReopen(seen)
  const end = describeEnd(seen.closing.state, { wanted: 'approved', error: reopen.error })
  return (
    <ConfirmDialog
      title="Take the approval back?"
      question="The week can be adjusted again, and must be approved again."
      details={end}
      isOver={end !== null}
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
  const end = describeEnd(seen.closing.state, { wanted: 'frozen', error: release.error })
  return (
    <ConfirmDialog
      title="Open the week again?"
      question="The week is no longer closed. Its adjustments are deleted."
      details={end}
      isOver={end !== null}
      label="Open again"
      busyLabel="Opening…"
      act={release}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}

/** The steps of a closed week. */
export function ClosingHistory({ closing, zone, onClosed }: StepDialogProps) {
  return (
    <HistoryDialog
      of="this week"
      query={closingHistoryQuery(closing.id)}
      describe={({ note }) => note}
      zone={zone}
      onClosed={onClosed}
    />
  )
}
