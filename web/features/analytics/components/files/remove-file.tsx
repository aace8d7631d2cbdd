import { analyticsFileTexts } from '#contract/texts/analytics-files.ts'
import { nameFile } from '#domain/sentences/analytics-files.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useRemoveFile, type ShownFile } from '../../file-api.ts'

interface RemoveFileProps {
  file: ShownFile
  onDone: () => void
  onClosed: () => void
}

/** Asks before a scheduled file is removed. */
export function RemoveFile({ file, onDone, onClosed }: RemoveFileProps) {
  const remove = useRemoveFile(file._id)
  return (
    <ConfirmDialog
      title="Remove file"
      question={`Stop sending ${nameFile(file)}?`}
      details="Sent files stay in the chat. To stop for a while, pause it instead."
      label="Remove file"
      busyLabel="Removing…"
      act={{ isPending: remove.isPending, mutateAsync: () => remove.mutateAsync(undefined) }}
      onDone={() => {
        toastSuccess(analyticsFileTexts.removed)
        onDone()
      }}
      onClosed={onClosed}
    />
  )
}
