import { lazy, memo, Suspense, useState, useSyncExternalStore } from 'react'
import { isUnsaved, type PlannedEdits } from './planned-edits.ts'

/** Nobody is held where it cannot be had: what is typed must not go for want of a question. */
const LeaveQuestion = lazy(async () => {
  const found = await import('#web/ui/leave-question.tsx').catch(() => null)
  return { default: found ? found.LeaveQuestion : Unasked }
})

/** Holds whoever leaves the board, or its kind, while numbers on it are neither saved nor on their way. */
export const AskBeforeLoss = memo(function AskBeforeLoss({ edits }: { edits: PlannedEdits }) {
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.ids().some((id) => isUnsaved(edits.get(id))))
  const [wasDirty, setWasDirty] = useState(false)
  if (isDirty && !wasDirty) setWasDirty(true)
  return <Suspense>{wasDirty && <LeaveQuestion isDirty={isDirty} />}</Suspense>
})

function Unasked(_: { isDirty: boolean }) {
  return null
}
