import { Button } from '@mantine/core'
import { createElement } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useUndoPlans } from '../api.ts'

/** Says that plans were saved or deleted, and offers to take it back. */
export function toastPlans(batchId: string, message: string): void {
  toastSuccess(message, createElement(UndoPlans, { key: batchId, batchId }))
}

function UndoPlans({ batchId }: { batchId: string }) {
  const undo = useUndoPlans()
  const run = () =>
    undo.mutateAsync(batchId).then(
      (answer) => toastPlans(answer.batchId, 'Change undone'),
      (error: unknown) => toastError(messageOf(error)),
    )
  return (
    <Button size="compact-sm" variant="light" disabled={undo.isPending} onClick={() => void run()}>
      Undo
    </Button>
  )
}
