import { useMemo } from 'react'
import { groupByGeo, narrowGroup, type GeoGroup } from '#domain/caps/aggregates.ts'
import { filterCaps, type CapFilter } from '#domain/caps/filter.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { sortCaps, type CapOrder } from '#domain/caps/sort.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import type { CapView } from '../filters/cap-view.ts'

/** The caps of a day that pass, by geo, in the order that was asked for; none before they are known. */
export function useDayGroups(caps: readonly Cap[] | undefined, view: CapView, now: LocalTime): GeoGroup<Cap>[] {
  const { sort } = view
  // Whoever types a filter waits for it: what it does not change is not done again.
  const all = useMemo(() => orderGroups(caps ?? [], sort, now), [caps, sort, now])
  return useMemo(() => narrowGroups(all, view, now), [all, view, now])
}

function orderGroups(caps: readonly Cap[], sort: CapOrder | undefined, now: LocalTime): GeoGroup<Cap>[] {
  const groups = groupByGeo(caps)
  return sort ? groups.map((group) => ({ ...group, items: sortCaps(group.items, sort, now) })) : groups
}

function narrowGroups(groups: GeoGroup<Cap>[], filter: CapFilter, now: LocalTime): GeoGroup<Cap>[] {
  const narrowed = groups.flatMap((group) => {
    const left = filterCaps(group.items, filter, now)
    return left.length === 0 ? [] : [narrowGroup(group, left)]
  })
  const isWhole = narrowed.length === groups.length && narrowed.every((group, index) => group === groups[index])
  // The very same, so that a filter that all caps pass draws nothing anew.
  return isWhole ? groups : narrowed
}
