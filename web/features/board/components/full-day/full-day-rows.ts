import type { Cap } from '#domain/caps/cap.ts'
import type { GeoOverview } from '#domain/caps/day-overview.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'

/** One line of the sections: a geo's head, its brokers and sources, or a row of its caps. */
export type FullDayRow =
  | { kind: 'geo'; key: string; geo: GeoOverview; folded: boolean }
  | { kind: 'chips'; key: string; geo: GeoOverview; opened: boolean }
  | { kind: 'caps'; key: string; caps: Cap[] }

interface Look {
  folded: ReadonlySet<GeoKey>
  /** Geos whose chips are all shown. */
  opened: ReadonlySet<GeoKey>
  /** Caps side by side. */
  columns: number
}

/** The sections as one flat list, for the virtualiser. Folded geos keep only their heads. */
export function toFullDayRows(geos: readonly GeoOverview[], { folded, opened, columns }: Look): FullDayRow[] {
  return geos.flatMap((geo): FullDayRow[] => {
    const isFolded = folded.has(geo.key)
    const head: FullDayRow = { kind: 'geo', key: `geo ${geo.key}`, geo, folded: isFolded }
    if (isFolded) return [head]
    return [
      head,
      { kind: 'chips', key: `chips ${geo.key}`, geo, opened: opened.has(geo.key) },
      ...inLines(geo.items, columns).map((caps): FullDayRow => ({ kind: 'caps', key: `caps ${caps[0]?._id}`, caps })),
    ]
  })
}

function inLines<T>(items: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, line) =>
    items.slice(line * length, (line + 1) * length),
  )
}
