import type { ChartType, Comparison, Counting, Grouping, Preset, Tab } from '#domain/analytics/choices.ts'
import type { BreakdownKind } from '#domain/analytics/breakdown.ts'
import { LONGEST_PERIOD, shiftPeriod } from '#domain/analytics/period.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { checkDayRange, type DayRange, type DayRangeRefusal } from '#domain/kernel/day-range.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import type { WallTime } from '#domain/kernel/zone.ts'

export interface AnalyticsFilter {
  geo?: string | undefined
  advertiserId?: string | undefined
  sourceNumber?: string | undefined
}

/** What the server is asked for. */
export interface Asked {
  mode: 'daily' | 'range'
  /** As they were chosen, the same of a day: `checkPeriod` says whether they are a range. */
  start: Day
  end: Day
  filter: AnalyticsFilter
  countBy: Counting
  /** `14:30`: of the last day only what came before it. */
  until?: string
}

/** What the page shows, all of it from the address. */
export interface AnalyticsView extends Asked {
  tab: Tab
  /** Whose days these are; null where they were chosen one by one. */
  preset: Preset | null
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

/** The days, where they are a range that may be asked for. */
export function checkPeriod({ start, end }: DayRange): Result<DayRange, DayRangeRefusal> {
  return checkDayRange({ start, end }, LONGEST_PERIOD)
}

/** What the clock shows in steps of these minutes: figures that are compared up to now are not asked for every minute. */
const STEP = 10

/**
 * What it is compared with; null where there is nothing to compare, or it begins before all days that can be named. Where
 * today is the last of the days, the other last day counts up to the same time.
 */
export function comparedOf(view: AnalyticsView, now: WallTime): Asked | null {
  const { comparison, mode, filter, countBy } = view
  const period = checkPeriod(view)
  if (!comparison || !period.ok) return null
  const before = shiftPeriod(period.value, comparison)
  const minutes = now.minutes - (now.minutes % STEP)
  const until = view.end === now.day ? { until: formatMinutes(minutes) } : {}
  return parseDay(before.start) && { mode, filter, countBy, ...before, ...until }
}

export const GROUPING_NAMES: Readonly<Record<BreakdownKind, string>> = {
  geo: 'By GEO',
  broker: 'By Broker',
  affiliate: 'By Affiliate',
  affiliateGeo: 'By Source + GEO',
  date: 'By Date',
}
