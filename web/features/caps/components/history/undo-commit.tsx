import { Button } from '@mantine/core'
import type { CapKind } from '#domain/caps/cap.ts'
import { messageOf } from '#web/lib/api.ts'
import { useWindowKeys } from '#web/lib/keys.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useUndoCommit } from '../../api.ts'
import { readStep } from '../../saving.ts'

interface UndoCommitProps {
  kind: CapKind
  batchId: string
  label: 'Undo' | 'Redo'
  /** The commit that the keys mean; null if they mean none, or another toast's: one that gives way to the next fades for a moment. */
  lastOf: (step: 'Undo' | 'Redo') => string | null
  /** Told which commit was taken back or done again, and the one that did that. */
  onDone: (batchId: string, step: 'Undo' | 'Redo', by: string) => void
}

/**
 * Takes a commit back, or does it again, by a click or by Ctrl or ⌘ (Shift) Z from anywhere but a field. The keys go on to the
 * commits before it.
 */
export function UndoCommit({ kind, batchId, label, lastOf, onDone }: UndoCommitProps) {
  const undo = useUndoCommit(kind)
  const run = (commit: string, step: 'Undo' | 'Redo') => {
    if (undo.isPending) return
    // Told also where the toast went away meanwhile.
    undo.mutateAsync(commit).then(
      (answer) => onDone(commit, step, answer.batchId),
      (error: unknown) => toastError(messageOf(error)),
    )
  }
  useWindowKeys((event) => {
    const step = readStep(event)
    const commit = step && lastOf(step)
    if (!step || !commit) return
    event.preventDefault()
    run(commit, step)
  })
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-keyshortcuts={label === 'Undo' ? 'Control+Z Meta+Z' : 'Control+Shift+Z Meta+Shift+Z'}
      onClick={() => run(batchId, label)}
    >
      {undo.isPending ? 'Working…' : label}
    </Button>
  )
}
