import { lazy, memo, Suspense, useState, useSyncExternalStore } from 'react'
import { isUnsaved, type PlannedEdits } from './planned-edits.ts'

const LeaveQuestion = lazy(async () => ({ default: (await import('#web/ui/leave-question.tsx')).LeaveQuestion }))

/** Holds whoever leaves the board, or its kind, while numbers on it are neither saved nor on their way. */
export const AskBeforeLoss = memo(function AskBeforeLoss({ edits }: { edits: PlannedEdits }) {
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.ids().some((id) => isUnsaved(edits.get(id))))
  const [wasDirty, setWasDirty] = useState(false)
  if (isDirty && !wasDirty) setWasDirty(true)
  return <Suspense>{wasDirty && <LeaveQuestion isDirty={isDirty} />}</Suspense>
})
