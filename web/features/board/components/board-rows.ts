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
