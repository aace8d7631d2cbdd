import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'

/** The caps of a day in the order of its column; `inSight` leaves out those of folded geos. */
interface ShownColumn {
  caps: readonly Cap[]
  inSight: readonly string[]
}

/** The caps that the columns show, filtered and sorted. Changes cause no event: it is read when an action needs it. */
export interface ShownCaps {
  /** `list` is called when an action needs it, not with each letter of a search. */
  put(day: Day, list: () => ShownColumn): void
  drop(day: Day): void
  ofDay(day: Day): readonly Cap[]
  all(): Cap[]
  /** The cap some places further in its column. */
  beside(id: string, places: number): string | null
  /** The caps from one to another, both included, even across columns. */
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

/** The caps of the shown board: also those who may only look go from one to the next. */
export const shownCaps = createShownCaps()
