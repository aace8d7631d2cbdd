import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { slotOf, type Cap, type CapKind } from '#domain/caps/cap.ts'
import type { RecentLeads } from '#domain/caps/recent.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { recentLeadsQuery } from '../../api.ts'
import classes from './recent-leads.module.css'

const NONE = { today: 0, sameWeekday: 0, mean: 0 }

/** The leads by which a day is planned, by slot; undefined while they are on their way. */
export function useRecentLeads(kind: CapKind, target: Day) {
  const { data } = useQuery(recentLeadsQuery(kind, target))
  return useMemo(() => {
    if (!data) return undefined
    const bySlot = new Map(data.slots.map((slot) => [slotOf(slot), slot]))
    return { sameWeekday: data.sameWeekday, of: (cap: Cap) => bySlot.get(slotOf(cap)) ?? NONE }
  }, [data])
}

export type Recent = ReturnType<typeof useRecentLeads>

/** What heads the numbers of `RecentCells`. */
export function RecentHeads({ recent }: { recent: Recent }) {
  return (
    <div className={classes.root}>
      <span role="columnheader" data-number title="Delivered today until now">
        Today
      </span>
      <span role="columnheader" data-number title="Delivered on the last whole day of this weekday">
        {recent ? formatDay(recent.sameWeekday) : 'Last week'}
      </span>
      <span role="columnheader" data-number title="Delivered a day, over the last seven whole days">
        7 days
      </span>
    </div>
  )
}

/** What was delivered lately in the place of a cap, beside the number that is planned for it. */
export function RecentCells({ leads, weekday }: { leads: RecentNumbers | undefined; weekday: string }) {
  return (
    <div className={classes.root}>
      <Leads name="today" leads={leads?.today} />
      <Leads name={weekday} leads={leads?.sameWeekday} />
      <Leads name="a day of seven" leads={leads?.mean} />
    </div>
  )
}

type RecentNumbers = Pick<RecentLeads, 'today' | 'sameWeekday' | 'mean'>

function Leads({ name, leads }: { name: string; leads: number | undefined }) {
  return (
    <span role="cell" className={classes.leads}>
      {leads === undefined ? '' : formatCount(leads)}
      <span className={classes.name}> {name}</span>
    </span>
  )
}
