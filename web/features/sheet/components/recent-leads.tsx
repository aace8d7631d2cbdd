import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { placeOf, type CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { recentLeadsQuery } from '#web/features/caps/api.ts'
import { formatDay, formatWeekday } from '#web/lib/format.ts'
import type { DELIVERED_COLUMNS } from './sheet-columns.ts'

type Delivered = (typeof DELIVERED_COLUMNS)[number]

const NONE: Readonly<Record<Delivered, number>> = { today: 0, sameWeekday: 0, mean: 0 }

/** The leads by which a day is planned, by place; undefined while they are on their way, or cannot be had. */
export function useRecentLeads(kind: CapKind, target: Day, isShown = true) {
  const { data } = useQuery({ ...recentLeadsQuery(kind, target), enabled: isShown })
  return useMemo(() => {
    if (!data) return undefined
    const byPlace = new Map(data.places.map((place) => [placeOf(place), place]))
    return {
      sameWeekday: data.sameWeekday,
      of: (cap: Parameters<typeof placeOf>[0]) => byPlace.get(placeOf(cap)) ?? NONE,
    }
  }, [data])
}

export type Recent = ReturnType<typeof useRecentLeads>

const TITLES: Readonly<Record<Delivered, string>> = {
  today: 'Delivered today until now',
  sameWeekday: 'Delivered on the last whole day of this weekday',
  mean: 'Delivered per day, over the last seven whole days',
}

export function RecentHead({ column, recent }: { column: Delivered; recent: Recent }) {
  const labels = { today: 'Today', sameWeekday: recent ? formatDay(recent.sameWeekday) : 'Last week', mean: '7 days' }
  return (
    <span role="columnheader" data-number title={TITLES[column]}>
      {labels[column]}
    </span>
  )
}

/** What a number of leads is called where nothing heads it. */
export function nameOfRecent(column: Delivered, recent: Recent): string {
  if (column === 'sameWeekday') return recent ? formatWeekday(recent.sameWeekday) : 'last week'
  return column === 'today' ? 'today' : 'a day over 7 days'
}

export function tellRecent(column: Delivered, recent: Recent, cap: Parameters<typeof placeOf>[0]): string {
  return recent ? formatCount(recent.of(cap)[column]) : '–'
}
