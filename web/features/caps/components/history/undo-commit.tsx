import { Button } from '@mantine/core'
import { ApiError } from '#contract/client.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { messageOf } from '#web/lib/api.ts'
import { useWindowKeys } from '#web/lib/keys.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useUndoCommit, type Step } from '../../api.ts'
import { readStep } from '../../saving.ts'

interface UndoCommitProps {
  step: Step
  label: 'Undo' | 'Redo'
  /** The commit that the keys mean; null if they mean none, or another toast's: one that gives way to the next fades for a moment. */
  lastOf: (label: 'Undo' | 'Redo') => Step | null
  /** Told which commit was taken back or done again, and the one that did that. */
  onDone: (step: Step, label: 'Undo' | 'Redo', by: string) => void
  /** Told which commit cannot be. */
  onRefused: (step: Step, label: 'Undo' | 'Redo') => void
}

/**
 * Takes a commit back, or does it again, by a click or by Ctrl or ⌘ (Shift) Z from anywhere but a field. The keys go on to the
 * commits before it.
 */
export function UndoCommit({ step: own, label: ownLabel, lastOf, onDone, onRefused }: UndoCommitProps) {
  const undo = useUndoCommit()
  const run = (step: Step, label: 'Undo' | 'Redo') => {
    if (undo.isPending) return
    // Told also where the toast went away meanwhile.
    undo.mutateAsync(step).then(
      (answer) => onDone(step, label, answer.batchId),
      (error: unknown) => {
        if (isRefusal(error)) onRefused(step, label)
        toastError(messageOf(error))
      },
    )
  }
  useWindowKeys((event) => {
    const label = readStep(event)
    const step = label && lastOf(label)
    if (!label || !step) return
    event.preventDefault()
    run(step, label)
  })
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-keyshortcuts={ownLabel === 'Undo' ? 'Control+Z Meta+Z' : 'Control+Shift+Z Meta+Shift+Z'}
      onClick={() => run(own, ownLabel)}
    >
      {undo.isPending ? 'Working…' : ownLabel}
    </Button>
  )
}

/** Whether asking again would come to the same: it does not where the first try is still running. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.message === callTexts.keyRunning) return false
  return error.status === 404 || error.status === 409
}
