import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState, type ReactNode, memo, useSyncExternalStore } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { createSelection, type Selection } from './selection/selection.ts'
import { createShownCaps, type ShownCaps } from './selection/shown-caps.ts'
import { createPlannedEdits, type PlannedEdits, isUnsaved } from './planned/planned-edits.ts'

/** What somebody is doing to the caps of a board: kept beside the cards, which come and go while they scroll. */
export interface BoardWork {
  selection: Selection
  edits: PlannedEdits
  shown: ShownCaps
}

const Work = createContext<BoardWork | null>(null)

/** Around the columns of those who may change caps; of a key of its own for each kind. */
export function BoardWorkProvider({ kind, children }: { kind: CapKind; children: ReactNode }) {
  const client = useQueryClient()
  const [work] = useState((): BoardWork => ({
    selection: createSelection(),
    edits: createPlannedEdits(kind, client),
    shown: createShownCaps(),
  }))
  return (
    <Work value={work}>
      {children}
      <AskBeforeLoss edits={work.edits} />
    </Work>
  )
}

/** Null where caps are only looked at. */
export function useBoardWork(): BoardWork | null {
  return use(Work)
}

/** Holds whoever leaves the board, or its kind, while numbers on it are neither saved nor on their way. */
export const AskBeforeLoss = memo(function AskBeforeLoss({ edits }: { edits: PlannedEdits }) {
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.ids().some((id) => isUnsaved(edits.get(id))))
  return <LeaveQuestion isDirty={isDirty} />
})
