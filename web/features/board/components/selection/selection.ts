/** The selected caps, by ID. A subscriber to one cap is called only when that one changes. */
export interface Selection {
  has(id: string): boolean
  /** In the order of selection; the same array while nothing changes. */
  ids(): readonly string[]
  /** The start of a range: the last cap that was selected or deselected alone. */
  anchor(): string | null
  toggle(id: string): void
  set(ids: readonly string[], chosen: boolean): void
  clear(): void
  /** Deselects all others. */
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
