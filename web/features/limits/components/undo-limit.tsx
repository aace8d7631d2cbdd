import { Button } from '@mantine/core'
import { createElement } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useUndoLimit } from '../api.ts'

/** Says what became of a limit, and offers to take it back. */
export function toastLimit(message: string, batchId: string): void {
  toastSuccess(message, createElement(UndoLimit, { key: batchId, batchId }))
}

function UndoLimit({ batchId }: { batchId: string }) {
  const undo = useUndoLimit()
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
