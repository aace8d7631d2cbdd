import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** The caps of a day as they stand in its column; `inSight` leaves out those of folded geos. */
interface ShownColumn {
  caps: readonly Cap[]
  inSight: readonly string[]
}

/** The caps that the columns show, as the filters and the order have them. Nobody is told of changes: it is asked when something is done. */
export interface ShownCaps {
  /** `list` is asked when something is done, not with each letter of a search. */
  put(day: Day, list: () => ShownColumn): void
  drop(day: Day): void
  ofDay(day: Day): readonly Cap[]
  all(): Cap[]
  days(): Day[]
  /** The cap that stands so many places further in its column. */
  beside(id: string, places: number): string | null
  /** The caps from one to another, both included, over columns too. */
  between(one: string, other: string): string[]
}

export function createShownCaps(): ShownCaps {
  const columns = new Map<Day, () => ShownColumn>()
  const days = () => [...columns.keys()].toSorted()
  const inOrder = () => days().flatMap((day) => columns.get(day)?.().inSight ?? [])
  return {
    put: (day, list) => void columns.set(day, list),
    drop: (day) => void columns.delete(day),
    ofDay: (day) => columns.get(day)?.().caps ?? [],
    all: () => days().flatMap((day) => columns.get(day)?.().caps ?? []),
    days,
    beside(id, places) {
      const inSight = [...columns.values()].map((list) => list().inSight)
      const column = inSight.find((ids) => ids.includes(id)) ?? []
      return column[column.indexOf(id) + places] ?? null
    },
    between(one, other) {
      const order = inOrder()
      const [from, to] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b)
      return from === undefined || to === undefined || from < 0 ? [other] : order.slice(from, to + 1)
    },
  }
}
