import type { BreakdownKind, Grouping } from '#domain/analytics/breakdown.ts'
import { shiftPeriod, type Comparison, type Counting } from '#domain/analytics/period.ts'
import { parseDay } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'

export const CHART_TYPES = ['line', 'bar', 'area', 'pie'] as const

export type ChartType = (typeof CHART_TYPES)[number]

export interface AnalyticsFilter {
  geo?: string | undefined
  advertiserId?: string | undefined
  sourceNumber?: string | undefined
}

/** What the server is asked for. */
export interface Asked {
  mode: 'daily' | 'range'
  /** As they were typed or chosen, the same of a day; what is no day is refused by the server, in words. */
  start: string
  end: string
  filter: AnalyticsFilter
  countBy: Counting
}

/** What the page shows, all of it from the address. */
export interface AnalyticsView extends Asked {
  grouping: Grouping
  /** Of the breakdown of a range. */
  rows: BreakdownKind
  chart: ChartType
  auto: boolean
  comparison: Comparison | null
  /** Of the breakdown. */
  sorting: Sorting
}

export type ChangeView = (change: Partial<AnalyticsView>) => void

/** What the rows of the breakdown are. */
export function kindOf({ mode, grouping, rows }: AnalyticsView): BreakdownKind {
  return mode === 'daily' ? grouping : rows
}

export function isNarrowed({ filter }: AnalyticsView): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

/** The days that are shown; null where what was typed are none. */
export function periodOf({ start, end }: Asked): DayRange | null {
  const [first, last] = [parseDay(start), parseDay(end)]
  return first && last && first <= last ? { start: first, end: last } : null
}

/** What it is compared with; null where there is nothing to compare. */
export function comparedOf({ comparison, mode, filter, countBy, ...typed }: AnalyticsView): Asked | null {
  const period = periodOf({ mode, filter, countBy, ...typed })
  return period && comparison && { mode, filter, countBy, ...shiftPeriod(period, comparison) }
}
