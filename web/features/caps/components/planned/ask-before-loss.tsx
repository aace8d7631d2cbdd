import { memo, useSyncExternalStore } from 'react'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { isUnsaved, type PlannedEdits } from './planned-edits.ts'

/** Holds whoever leaves the board, or its kind, while numbers on it are neither saved nor on their way. */
export const AskBeforeLoss = memo(function AskBeforeLoss({ edits }: { edits: PlannedEdits }) {
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.ids().some((id) => isUnsaved(edits.get(id))))
  return <LeaveQuestion isDirty={isDirty} />
})
