import type { Counting } from '#domain/analytics/choices.ts'
import { defaultStringifySearch, useNavigate } from '@tanstack/react-router'
import type { BreakdownRow } from '#domain/analytics/breakdown.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { formatCount } from '#domain/sentences/written.ts'
import type { AnalyticsFilter } from '../view.ts'
import classes from './leads-link.module.css'

interface LeadsLinkProps {
  count: number
  /** Whose leads; all of them where it is left out. */
  row?: Partial<Pick<BreakdownRow, 'date' | 'geo' | 'advertiserId' | 'sourceNumber'>>
  answer: DayRange
  filter: AnalyticsFilter
  /** Where it counts deposits: on their own days, or on the days of their leads. */
  deposits?: Counting
  /** Where it counts leads of one fate. */
  fate?: FateFilter | undefined
}

/** A number that leads to the leads that it counts, where their list can be narrowed to them. */
export function LeadsLink({ count, row, answer, filter, deposits, fate }: LeadsLinkProps) {
  const navigate = useNavigate()
  const isUnknown = row?.geo === '' || row?.advertiserId === '' || row?.sourceNumber === ''
  if (count === 0 || isUnknown) return formatCount(count)
  const search = {
    ...filter,
    ...(row?.geo && { geo: row.geo }),
    ...(row?.advertiserId && { advertiserId: row.advertiserId }),
    ...(row?.sourceNumber && { sourceNumber: row.sourceNumber }),
    ...(fate && { fate }),
    ...nameDays(row?.date ?? answer.start, row?.date ?? answer.end, deposits),
  }
  // Plain: a table has hundreds of them, and the router's own link is many times as slow to draw.
  return (
    <a
      href={`/leads${defaultStringifySearch(search)}`}
      className={classes.root}
      title={deposits ? 'See the leads that brought them' : 'See these leads'}
      onClick={(event) => {
        event.stopPropagation()
        // A figure of another period, kept until the one that was asked for is there, leads nowhere.
        if (event.currentTarget.closest('[data-stale]')) return event.preventDefault()
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ to: '/leads', search })
      }}
    >
      {formatCount(count)}
    </a>
  )
}

function nameDays(first: Day, last: Day, deposits: Counting | undefined) {
  if (deposits === 'deposit') return { paidFrom: first, paidTo: last }
  return { from: first, to: last, ...(deposits === 'lead' && { deposited: true }) }
}
