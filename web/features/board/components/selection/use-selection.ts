import { useCallback, useSyncExternalStore } from 'react'
import type { BoardWork } from '../board-work.tsx'

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
