import { useCallback } from 'react'
import { pauseTexts } from '#contract/texts/pauses.ts'
import { describePlace } from '#domain/caps/cap.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { messageOf } from '#web/lib/api.ts'
import { toastError, toastInfo } from '#web/ui/toasts.ts'
import { toastUndoable } from '#web/ui/undo-toast.tsx'
import { useEndPauses, PAUSE_UNDO } from '../api.ts'

function tell(message: string, batchId: string | null): void {
  if (batchId === null) toastInfo(pauseTexts.over)
  else toastUndoable(message, batchId, PAUSE_UNDO)
}

/** Lets traffic flow again, and says so, or that it was flowing again already. */
export function useResume() {
  const { mutateAsync, isPending } = useEndPauses()
  const run = useCallback(
    (pauses: readonly Pause[]) =>
      // Also told where the dialog that asked is closed by then.
      void mutateAsync(pauses.map(({ _id }) => _id)).then(
        ({ batchId }) => tell(`Resumed: ${pauses.map(describePlace).join(', ')}`, batchId),
        (error: unknown) => toastError(messageOf(error)),
      ),
    [mutateAsync],
  )
  return { run, isPending }
}
