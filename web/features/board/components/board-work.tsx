import { useQueryClient } from '@tanstack/react-query'
import { createContext, memo, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react'
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

const NOBODY: readonly string[] = []

export function useIsSelected(work: BoardWork | null, id: string): boolean {
  return useSyncExternalStore(useSubscribe(work), () => work?.selection.has(id) ?? false)
}

export function useSelectedIds(work: BoardWork | null): readonly string[] {
  return useSyncExternalStore(useSubscribe(work), () => work?.selection.ids() ?? NOBODY)
}

/** How many of these are chosen, as far as it shows. */
export function useShareSelected(work: BoardWork | null, ids: readonly string[]): 'all' | 'some' | 'none' {
  return useSyncExternalStore(useSubscribe(work), () => {
    if (!work) return 'none'
    const first = ids.findIndex((id) => work.selection.has(id))
    if (first < 0) return 'none'
    return first === 0 && ids.every((id) => work.selection.has(id)) ? 'all' : 'some'
  })
}

/** Whether anything is chosen: then every card shows the box with which it is chosen too. */
export function useIsChoosing(work: BoardWork | null): boolean {
  return useSyncExternalStore(useSubscribe(work), () => (work?.selection.ids().length ?? 0) > 0)
}

function useSubscribe(work: BoardWork | null) {
  return useCallback((listener: () => void) => work?.selection.subscribe(listener) ?? ignore, [work])
}

function ignore(): void {}
