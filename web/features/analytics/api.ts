import {
  hashKey,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { analyticsCalls } from '#contract/analytics.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import type { Aggregates } from '#domain/analytics/breakdown.ts'
import type { Figures } from '#domain/analytics/figures.ts'
import type { DayFigures, GeoFigures } from '#domain/analytics/groups.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'
import type { AnalyticsFilter, AnalyticsView, Asked } from './view.ts'

const ALL = ['analytics'] as const

// Both how long an answer is fresh, and how often it is loaded again on demand (spec, section 7).
const TIMES = {
  daily: { fresh: MINUTE, poll: MINUTE },
  range: { fresh: 5 * MINUTE, poll: 2 * MINUTE },
} as const

/** The figures of a day or a range. */
export interface Answer extends DayRange {
  mode: AnalyticsView['mode']
  timezone: string
  totals: Figures
  aggregates: Aggregates
  topGeo: GeoFigures | null
  /** When counting by lead: deposits of these days without a known lead, which are left out. */
  unknownDeposits?: number | undefined
  /** Where the last day counts up to a time: deposits of it that may have come later, since only their date is known. */
  untimedDeposits?: number | undefined
  /** Of a range. */
  days: readonly DayFigures[]
  /** Of a day; null if it has none. */
  lastLeadAt: Instant | null
  lastDepositAt: Instant | null
}

/** The earlier answer stays shown until the new one has loaded. */
export function answerQuery({ mode, start, end, filter, countBy, until }: Asked, auto = false) {
  return queryOptions({
    queryKey: [...ALL, mode, start, end, filter, countBy, until],
    queryFn: () => {
      const question = { ...filter, ...(countBy === 'lead' && { countBy }), ...(until !== undefined && { until }) }
      return mode === 'daily' ? askDay(start, question) : askRange({ startDate: start, endDate: end, ...question })
    },
    placeholderData: keepPreviousData,
    staleTime: TIMES[mode].fresh,
    refetchInterval: auto && TIMES[mode].poll,
    meta: { topics: ['leads', 'advertisers', 'publishers'], ...(mode === 'daily' && { day: start }) },
  })
}

async function askDay(date: string, question: object): Promise<Answer> {
  const { topPerformers, ...rest } = await callApi(analyticsCalls.daily, { query: { date, ...question } })
  return { mode: 'daily', start: rest.date, end: rest.date, days: [], topGeo: topPerformers.geo, ...rest }
}

async function askRange(query: { startDate: string; endDate: string }): Promise<Answer> {
  const { topPerformers, startDate, endDate, timeSeries, ...rest } = await callApi(analyticsCalls.range, { query })
  const range = { mode: 'range', start: startDate, end: endDate, days: timeSeries } as const
  return { ...range, topGeo: topPerformers.geo, lastLeadAt: null, lastDepositAt: null, ...rest }
}

/** True if two questions differ only in the time up to which the last day counts. */
export function differOnlyInUntil(one: QueryKey, other: QueryKey): boolean {
  return hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1))
}

/**
 * A day by hour, read from the leads themselves, so only where it is drawn. Another day's hours are never shown
 * meanwhile.
 */
export function hoursQuery({ start, filter, countBy }: Asked, auto = false) {
  return queryOptions({
    queryKey: [...ALL, 'hours', start, filter, countBy],
    queryFn: () => callApi(analyticsCalls.hours, { query: { date: start, ...filter, countBy } }),
    staleTime: TIMES.daily.fresh,
    refetchInterval: auto && TIMES.daily.poll,
    meta: { topics: ['leads'], day: start },
  })
}

/**
 * Reads every planned lead of the days: too much for every page of a sync, so it is loaded again only once after a
 * manual one.
 */
export function qualityQuery({ start, end }: DayRange, filter: AnalyticsFilter, auto = false) {
  return queryOptions({
    queryKey: [...ALL, 'quality', start, end, filter],
    queryFn: () => callApi(analyticsCalls.quality, { query: { startDate: start, endDate: end, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: TIMES.range.fresh,
    refetchInterval: auto && TIMES.range.poll,
    meta: { topics: ['settings', 'caps', 'pauses', 'publishers'], range: { start, end }, afterSync: true },
  })
}

export function plannedQuery({ start, end }: DayRange, filter: AnalyticsFilter) {
  return queryOptions({
    queryKey: [...ALL, 'planned', start, end, filter],
    queryFn: () => callApi(analyticsCalls.planned, { query: { startDate: start, endDate: end, ...filter } }),
    placeholderData: keepPreviousData,
    staleTime: TIMES.range.fresh,
    meta: { topics: ['caps', 'leads'] },
  })
}

/** Clears the server's cache and loads everything again, including what failed. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await callApi(analyticsCalls.invalidateCache, {})
      } catch (error) {
        // oxlint-disable-next-line no-console -- the specification says so (section 8)
        console.error(analyticsTexts.refreshFailed, error)
      }
      await client.invalidateQueries({ queryKey: ALL })
    },
  })
}
