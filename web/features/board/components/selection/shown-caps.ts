import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** The caps that the columns show, as the filters and the order have them. Nobody is told of changes: it is asked when something is done. */
export interface ShownCaps {
  /** `inSight` leaves out those of folded geos; they stand in the order of the column. */
  put(day: Day, shown: { caps: readonly Cap[]; inSight: readonly string[] }): void
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
  const columns = new Map<Day, { caps: readonly Cap[]; inSight: readonly string[] }>()
  const days = () => [...columns.keys()].toSorted()
  const inOrder = () => days().flatMap((day) => columns.get(day)?.inSight ?? [])
  return {
    put: (day, shown) => void columns.set(day, shown),
    drop: (day) => void columns.delete(day),
    ofDay: (day) => columns.get(day)?.caps ?? [],
    all: () => days().flatMap((day) => columns.get(day)?.caps ?? []),
    days,
    beside(id, places) {
      const column = [...columns.values()].find(({ inSight }) => inSight.includes(id))?.inSight ?? []
      return column[column.indexOf(id) + places] ?? null
    },
    between(one, other) {
      const order = inOrder()
      const [from, to] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b)
      return from === undefined || to === undefined || from < 0 ? [other] : order.slice(from, to + 1)
    },
  }
}
