import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { CAP_CALLS } from '#contract/caps.ts'
import type { dayOffCalls } from '#contract/days-off.ts'
import type { Topic } from '#contract/events.ts'
import type { limitCalls } from '#contract/limits.ts'
import type { pauseCalls } from '#contract/pauses.ts'
import type { planCalls } from '#contract/plans.ts'
import { messageOf } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'
import { toastError, toastSuccess } from './toasts.ts'

/** The call that takes a commit back, and what looks different then. */
export interface Undo {
  call:
    | (typeof limitCalls)['undo']
    | (typeof pauseCalls)['undo']
    | (typeof planCalls)['undo']
    | (typeof dayOffCalls)['undo']
    | (typeof CAP_CALLS)['broker' | 'affiliate']['undo']
  topics: readonly Topic[]
}

/** Says what was changed, and offers to take it back; `batchId` is null where nothing was to be changed. */
export function toastUndoable(message: string, batchId: string | null, undo: Undo): void {
  if (batchId === null) toastSuccess(message)
  else toastSuccess(message, createElement(UndoButton, { key: batchId, batchId, undo }))
}

function UndoButton({ batchId, undo }: { batchId: string; undo: Undo }) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: () => callOnce(undo.call, { params: { id: batchId } }),
    onSettled: () => {
      for (const topic of undo.topics) void refreshQueries(client, topic, null)
    },
  })
  const run = () => {
    if (isPending) return
    // Told also where the toast went away meanwhile.
    mutateAsync().then(
      (answer) => toastUndoable('Change undone', answer.batchId, undo),
      (error: unknown) => toastError(messageOf(error)),
    )
  }
  return (
    <Button size="compact-sm" variant="light" onClick={run}>
      {isPending ? 'Working…' : 'Undo'}
    </Button>
  )
}
