import type { GeoGroup } from '#domain/caps/aggregates.ts'
import type { BrokerCap } from '#domain/caps/cap.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'

/** One line of a day column: a geo's head, or one of its caps. */
export type BoardRow =
  | { kind: 'geo'; key: string; group: GeoGroup<BrokerCap>; folded: boolean }
  | { kind: 'cap'; key: string; cap: BrokerCap }

/** The column as one flat list, which is what can be virtualised. Folded geos keep their heads only. */
export function toBoardRows(groups: readonly GeoGroup<BrokerCap>[], folded: ReadonlySet<GeoKey>): BoardRow[] {
  return groups.flatMap((group): BoardRow[] => {
    const isFolded = folded.has(group.key)
    const head: BoardRow = { kind: 'geo', key: `geo ${group.key}`, group, folded: isFolded }
    if (isFolded) return [head]
    return [head, ...group.items.map((cap): BoardRow => ({ kind: 'cap', key: cap._id, cap }))]
  })
}

/** The head that a row stands under: the nearest one at or above it. */
export function headAbove(rows: readonly BoardRow[], index: number): number {
  for (let at = Math.min(index, rows.length - 1); at > 0; at -= 1) {
    if (rows[at]?.kind === 'geo') return at
  }
  return 0
}
