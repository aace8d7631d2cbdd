import { useCallback, useSyncExternalStore } from 'react'
import type { BoardWork } from '../board-work.tsx'

/** The caps that are chosen, by id. Who asks for one is told only when that one changes. */
export interface Selection {
  has(id: string): boolean
  /** In the order in which they were chosen; the same list as long as nothing changes. */
  ids(): readonly string[]
  /** Where a range starts: the last one that was chosen or let go by itself. */
  anchor(): string | null
  toggle(id: string): void
  set(ids: readonly string[], chosen: boolean): void
  clear(): void
  /** Lets go of all but these. */
  keep(exists: (id: string) => boolean): void
  subscribe(listener: () => void): () => void
}

export function createSelection(): Selection {
  const chosen = new Set<string>()
  const listeners = new Set<() => void>()
  let ids: readonly string[] = []
  let anchor: string | null = null

  const tell = () => {
    ids = [...chosen]
    for (const listener of listeners) listener()
  }
  const put = (id: string, on: boolean) => (on ? chosen.add(id) : chosen.delete(id))

  return {
    has: (id) => chosen.has(id),
    ids: () => ids,
    anchor: () => anchor,
    toggle(id) {
      anchor = id
      put(id, !chosen.has(id))
      tell()
    },
    set(some, on) {
      for (const id of some) put(id, on)
      tell()
    },
    clear() {
      if (chosen.size === 0) return
      chosen.clear()
      tell()
    },
    keep(exists) {
      const gone = ids.filter((id) => !exists(id))
      if (gone.length === 0) return
      for (const id of gone) chosen.delete(id)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

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
