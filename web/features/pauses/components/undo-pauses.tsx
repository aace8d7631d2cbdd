import { Button } from '@mantine/core'
import { createElement } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useUndoPauses } from '../api.ts'

/** Says what was paused or ended, and offers to take it back. */
export function toastPauses(message: string, batchId: string | null): void {
  if (batchId === null) toastSuccess(message)
  else toastSuccess(message, createElement(UndoPauses, { key: batchId, batchId }))
}

function UndoPauses({ batchId }: { batchId: string }) {
  const undo = useUndoPauses()
  const run = () => {
    if (undo.isPending) return
    // Told also where the toast went away meanwhile.
    undo.mutateAsync(batchId).then(
      () => toastSuccess('Change undone'),
      (error: unknown) => toastError(messageOf(error)),
    )
  }
  return (
    <Button size="compact-sm" variant="light" onClick={run}>
      {undo.isPending ? 'Working…' : 'Undo'}
    </Button>
  )
}
