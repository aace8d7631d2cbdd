import { useMemo, useState, useSyncExternalStore } from 'react'
import { groupByGeo, type GeoGroup } from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { useSubscribe, type BoardWork } from '../board-work.tsx'

type Groups = readonly GeoGroup<Cap>[]

const NOBODY: readonly string[] = []

/**
 * The groups of a day, with no card moved or hidden while numbers are typed: Tab down a column meets every card once,
 * whatever the new numbers and the filters do to the order.
 */
export function useSteadyGroups(work: BoardWork | null, caps: readonly Cap[] | undefined, groups: Groups): Groups {
  const open = useSyncExternalStore(useSubscribe(work?.edits), () => work?.edits.ids() ?? NOBODY)
  const held = useMemo(() => {
    const ids = new Set(open)
    return ids.size === 0 ? [] : (caps ?? []).filter(({ _id }) => ids.has(_id))
  }, [open, caps])
  const [ranks, setRanks] = useState<ReadonlyMap<string, number> | null>(null)
  if (held.length > 0 && ranks === null) setRanks(rankCaps(groups))
  if (held.length === 0 && ranks !== null) setRanks(null)
  return useMemo(() => (ranks === null ? groups : steady(groups, held, ranks)), [groups, held, ranks])
}

export function rankCaps(groups: Groups): Map<string, number> {
  return new Map(groups.flatMap(({ items }) => items.map(({ _id }) => _id)).map((id, index) => [id, index]))
}

/** The groups and their caps in the old order, with the held caps among them; new ones follow. */
export function steady(groups: Groups, held: readonly Cap[], ranks: ReadonlyMap<string, number>): Groups {
  const caps = new Map([...held, ...groups.flatMap(({ items }) => items)].map((cap) => [cap._id, cap]))
  const rankOf = ({ _id }: Cap) => ranks.get(_id) ?? ranks.size
  const rankOfGroup = ({ items }: GeoGroup<Cap>) => Math.min(...items.map(rankOf))
  return groupByGeo([...caps.values()])
    .map((group) => ({ ...group, items: group.items.toSorted((a, b) => rankOf(a) - rankOf(b)) }))
    .toSorted((a, b) => rankOfGroup(a) - rankOfGroup(b))
}
