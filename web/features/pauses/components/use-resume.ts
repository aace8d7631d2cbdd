import { useCallback } from 'react'
import { describeScope, type Pause } from '#domain/pauses/pause.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useEndPauses, PAUSE_UNDO } from '../api.ts'

/** Lets traffic flow again, and says so. */
export function useResume() {
  const { mutate, isPending } = useEndPauses()
  const run = useCallback(
    (pauses: readonly Pause[]) =>
      mutate(
        pauses.map(({ _id }) => _id),
        {
          onSuccess: ({ batchId }) =>
            toastUndoable(`Resumed: ${pauses.map(describeScope).join(', ')}`, batchId, PAUSE_UNDO),
          onError: (error) => toastError(messageOf(error)),
        },
      ),
    [mutate],
  )
  return { run, isPending }
}
