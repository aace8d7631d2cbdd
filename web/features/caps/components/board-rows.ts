import type { GeoGroup } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'

/** One line of a day column: a geo's head, who takes and sends its leads, or one of its caps. */
export type BoardRow =
  | { kind: 'geo'; key: string; group: GeoGroup<Cap>; folded: boolean }
  | { kind: 'facts'; key: string; group: GeoGroup<Cap>; opened: boolean }
  | { kind: 'cap'; key: string; cap: Cap }

/** What somebody did to the geos of a column. */
export interface GeoView {
  folded: ReadonlySet<GeoKey>
  /** Those whose brokers and sources are shown in full. */
  opened: ReadonlySet<GeoKey>
}

/** The column as one flat list, which is what can be virtualised. Folded geos keep their heads only. */
export function toBoardRows(groups: readonly GeoGroup<Cap>[], { folded, opened }: GeoView): BoardRow[] {
  return groups.flatMap((group): BoardRow[] => {
    const isFolded = folded.has(group.key)
    const head: BoardRow = { kind: 'geo', key: `geo ${group.key}`, group, folded: isFolded }
    if (isFolded) return [head]
    const caps = group.items.map((cap): BoardRow => ({ kind: 'cap', key: cap._id, cap }))
    // A cap that is alone says all of this itself.
    if (group.caps === 1) return [head, ...caps]
    return [head, { kind: 'facts', key: `facts ${group.key}`, group, opened: opened.has(group.key) }, ...caps]
  })
}

/** One line of a list of caps. A `geo` is the head of those that follow. */
export interface ListRow {
  kind: string
  key: string
}

/** The head that a row stands under: the nearest one at or above it. */
export function headAbove(rows: readonly ListRow[], index: number): number {
  return Math.max(0, lastHead(rows, Math.min(index, rows.length - 1)))
}

/** The heads next to the rows from `first` to `last`: two above, as the nearest may be among them, and one below. */
export function headsAround(rows: readonly ListRow[], first: number, last: number): number[] {
  const above = lastHead(rows, first)
  return [lastHead(rows, above - 1), above, nextHead(rows, last + 1)].filter((index) => index >= 0)
}

function lastHead(rows: readonly ListRow[], from: number): number {
  for (let index = from; index >= 0; index -= 1) if (rows[index]?.kind === 'geo') return index
  return -1
}

function nextHead(rows: readonly ListRow[], from: number): number {
  for (let index = from; index < rows.length; index += 1) if (rows[index]?.kind === 'geo') return index
  return -1
}
