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
  /** Whether the keys mean this one: one that gives way to the next fades for a moment. */
  isLatest: () => boolean
  /** Told the commit that took the other one back. */
  onDone: (batchId: string) => void
}

/** Takes a commit back, or does it again, by a click or by Ctrl or ⌘ (Shift) Z from anywhere but a field. */
export function UndoCommit({ kind, batchId, label, isLatest, onDone }: UndoCommitProps) {
  const undo = useUndoCommit(kind)
  const run = () => {
    if (undo.isPending) return
    // Told also where the toast went away meanwhile.
    undo.mutateAsync(batchId).then(
      (answer) => onDone(answer.batchId),
      (error: unknown) => toastError(messageOf(error)),
    )
  }
  useWindowKeys((event) => {
    if (readStep(event) !== label || !isLatest()) return
    event.preventDefault()
    run()
  })
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-keyshortcuts={label === 'Undo' ? 'Control+Z Meta+Z' : 'Control+Shift+Z Meta+Shift+Z'}
      onClick={run}
    >
      {undo.isPending ? 'Working…' : label}
    </Button>
  )
}
