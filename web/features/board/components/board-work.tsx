import { useQueryClient } from '@tanstack/react-query'
import { createContext, memo, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { createSelection, type Selection } from './selection/selection.ts'
import { createPlannedEdits, type PlannedEdits, isUnsaved } from './planned/planned-edits.ts'

/** The member's current work on a board, kept outside the cards, since scrolling removes and redraws them. */
export interface BoardWork {
  selection: Selection
  edits: PlannedEdits
}

const Work = createContext<BoardWork | null>(null)

/** Around the columns, for those who may change caps; give it a different key for each kind. */
export function BoardWorkProvider({ kind, children }: { kind: CapKind; children: ReactNode }) {
  const client = useQueryClient()
  const [work] = useState((): BoardWork => ({
    selection: createSelection(),
    edits: createPlannedEdits(kind, client),
  }))
  return (
    <Work value={work}>
      {children}
      <AskBeforeLoss edits={work.edits} />
    </Work>
  )
}

/** Null if caps can only be read. */
export function useBoardWork(): BoardWork | null {
  return use(Work)
}

/** Asks before the board or its kind is left while numbers are not saved. */
export const AskBeforeLoss = memo(function AskBeforeLoss({ edits }: { edits: PlannedEdits }) {
  const isDirty = useSyncExternalStore(edits.subscribe, () => edits.ids().some((id) => isUnsaved(edits.get(id))))
  return <LeaveQuestion isDirty={isDirty} />
})

const NOBODY: readonly string[] = []

export function useIsSelected(work: BoardWork | null, id: string): boolean {
  return useSyncExternalStore(useSubscribe(work?.selection), () => work?.selection.has(id) ?? false)
}

export function useSelectedIds(work: BoardWork | null): readonly string[] {
  return useSyncExternalStore(useSubscribe(work?.selection), () => work?.selection.ids() ?? NOBODY)
}

/** How many of these are selected, as none, some or all. */
export function useShareSelected(work: BoardWork | null, ids: readonly string[]): 'all' | 'some' | 'none' {
  return useSyncExternalStore(useSubscribe(work?.selection), () => {
    if (!work) return 'none'
    const first = ids.findIndex((id) => work.selection.has(id))
    if (first < 0) return 'none'
    return first === 0 && ids.every((id) => work.selection.has(id)) ? 'all' : 'some'
  })
}

/** True if anything is selected: then every card shows its box. */
export function useIsChoosing(work: BoardWork | null): boolean {
  return useSyncExternalStore(useSubscribe(work?.selection), () => (work?.selection.ids().length ?? 0) > 0)
}

/** Hears of no change where nothing can be changed. */
export function useSubscribe(store: Pick<BoardWork['edits' | 'selection'], 'subscribe'> | undefined) {
  return useCallback((listener: () => void) => store?.subscribe(listener) ?? ignore, [store])
}

function ignore(): void {}
