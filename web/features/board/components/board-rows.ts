import { use, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { groupByGeo, narrowGroup, type GeoGroup } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { filterCaps, type SourceNames as Names } from '#domain/caps/filter.ts'
import { sortCaps, type CapOrder } from '#domain/caps/sort.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { SourceNames } from '#web/features/caps/components/source-names.tsx'
import type { CapView } from './filters/cap-view.ts'

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
  /** Whether those stand below the caps, where the first caps are to be in sight. */
  factsLast?: boolean
}

/** The column as one flat list, which is what can be virtualised. Folded geos keep their heads only. */
export function toBoardRows(
  groups: readonly GeoGroup<Cap>[],
  { folded, opened, factsLast = false }: GeoView,
): BoardRow[] {
  return groups.flatMap((group): BoardRow[] => {
    const isFolded = folded.has(group.key)
    const head: BoardRow = { kind: 'geo', key: `geo ${group.key}`, group, folded: isFolded }
    if (isFolded) return [head]
    const caps = group.items.map((cap): BoardRow => ({ kind: 'cap', key: cap._id, cap }))
    // A cap that is alone says all of this itself.
    if (group.caps === 1) return [head, ...caps]
    const facts: BoardRow = { kind: 'facts', key: `facts ${group.key}`, group, opened: opened.has(group.key) }
    return factsLast ? [head, ...caps, facts] : [head, facts, ...caps]
  })
}

const NONE: ReadonlySet<GeoKey> = new Set()

/** The geos to which somebody did something, such as folding them; `toggle` stays the same function. */
export function useGeoSet() {
  const [geos, setGeos] = useState(NONE)
  const toggle = useCallback(
    (key: GeoKey) =>
      setGeos((before) =>
        before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
      ),
    [],
  )
  return { geos, toggle, set: setGeos }
}

/** Scrolls a list to its top whenever it gets another order. */
export function useTopOfOrder(scroller: RefObject<HTMLElement | null>, order: CapOrder | undefined): void {
  const before = useRef(order)
  useEffect(() => {
    if (before.current === order) return
    before.current = order
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, order])
}

/** The caps of a day that pass, by geo, in the order that was asked for; none before they are known. */
export function useDayGroups(caps: readonly Cap[] | undefined, view: CapView, now: LocalTime): GeoGroup<Cap>[] {
  const { sort } = view
  // Whoever types a filter waits for it: what it does not change is not done again.
  const all = useMemo(() => orderGroups(caps ?? [], sort, now), [caps, sort, now])
  const names = use(SourceNames)
  return useMemo(() => narrowGroups(all, view, now, names), [all, view, now, names])
}

/** The caps of each geo in an order; of the paces also the geos, each by its first cap. */
export function orderGroups(caps: readonly Cap[], sort: CapOrder | undefined, now: LocalTime): GeoGroup<Cap>[] {
  const groups = groupByGeo(caps)
  if (!sort) return groups
  const ordered = groups.map((group) => ({ ...group, items: sortCaps(group.items, sort, now) }))
  // Who asks for the furthest behind wants them first, wherever they are.
  return sort === 'pace' ? orderByFirst(ordered, now) : ordered
}

function orderByFirst(groups: readonly GeoGroup<Cap>[], now: LocalTime): GeoGroup<Cap>[] {
  const byFirst = new Map(groups.map((group) => [group.items[0], group]))
  const firsts = groups.flatMap(({ items }) => items.slice(0, 1))
  return sortCaps(firsts, 'pace', now).flatMap((first) => byFirst.get(first) ?? [])
}

/** The groups with the caps that pass. By pace the geos are ordered again, each by its first cap that passes. */
export function narrowGroups(
  groups: GeoGroup<Cap>[],
  { sort, ...filter }: CapView,
  now: LocalTime,
  names: Names,
): GeoGroup<Cap>[] {
  const narrowed = groups.flatMap((group) => {
    const left = filterCaps(group.items, filter, now, names)
    return left.length === 0 ? [] : [narrowGroup(group, left)]
  })
  const isWhole = narrowed.length === groups.length && narrowed.every((group, index) => group === groups[index])
  // The very same, so that a filter that all caps pass draws nothing anew.
  if (isWhole) return groups
  return sort === 'pace' ? orderByFirst(narrowed, now) : narrowed
}
