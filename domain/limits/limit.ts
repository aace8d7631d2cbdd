import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { firstOfMonth, nextMonth } from '#domain/kernel/month.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'

/** What a limit counts. Valid leads are those whose status is not on the list of invalid ones. */
export const LIMIT_UNITS = ['leads', 'validLeads', 'deposits'] as const

export type LimitUnit = (typeof LIMIT_UNITS)[number]

/** How long it counts until it begins anew: weeks from Monday, months from the first; `range` from its first day to its last. */
export const LIMIT_PERIODS = ['day', 'week', 'month', 'range'] as const

export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

export const MAX_LIMIT = 10_000_000
export const MAX_LIMIT_NAME_LENGTH = 100
export const MAX_LIMIT_NOTE_LENGTH = 300
/** Geos, advertisers, or sources that one limit may name. */
export const MOST_NAMED = 200

/** What somebody fills in. */
export interface LimitDraft {
  name: string
  side: CapKind
  /** Of each list an empty one is all. */
  geos: readonly string[]
  advertiserIds: readonly string[]
  sourceNumbers: readonly string[]
  /** 0 allows nothing; null is no limit. */
  number: number | null
  unit: LimitUnit
  period: LimitPeriod
  /** It holds on these days alone; null: from ever, or for ever. */
  firstDay: Day | null
  lastDay: Day | null
  note: string | null
}

/** An allowance that stands beside caps, over several of them and longer than a day. */
export interface Limit extends LimitDraft {
  _id: string
  version: number
}

export type LimitProblem =
  | { reason: 'limit.source-only'; field: 'unit' }
  | { reason: 'limit.no-advertisers'; field: 'advertiserIds' }
  | { reason: 'limit.days-missing'; field: 'firstDay' | 'lastDay' }
  | { reason: 'limit.reversed'; field: 'lastDay' }

/** Holds the fields of a limit against each other. */
export function checkLimit<D extends LimitDraft>(draft: D): Result<D, LimitProblem> {
  const { side, geos, advertiserIds, unit, period, firstDay, lastDay } = draft
  if (side === 'affiliate' && advertiserIds.length > 0) {
    return refuse({ reason: 'limit.no-advertisers', field: 'advertiserIds' })
  }
  // Statuses are counted by source.
  if (unit === 'validLeads' && geos.length + advertiserIds.length > 0) {
    return refuse({ reason: 'limit.source-only', field: 'unit' })
  }
  if (period === 'range' && firstDay === null) return refuse({ reason: 'limit.days-missing', field: 'firstDay' })
  if (period === 'range' && lastDay === null) return refuse({ reason: 'limit.days-missing', field: 'lastDay' })
  if (firstDay !== null && lastDay !== null && lastDay < firstDay) {
    return refuse({ reason: 'limit.reversed', field: 'lastDay' })
  }
  return accept(draft)
}

/** The days over which a limit counts on a day, whenever it was made; null where it does not hold then. */
export function periodOf({ period, firstDay, lastDay }: LimitDraft, day: Day): DayRange | null {
  if ((firstDay !== null && day < firstDay) || (lastDay !== null && day > lastDay)) return null
  const whole = wholePeriod(period, day, { firstDay, lastDay })
  return {
    start: firstDay !== null && firstDay > whole.start ? firstDay : whole.start,
    end: lastDay !== null && lastDay < whole.end ? lastDay : whole.end,
  }
}

/** The periods that have a day in common with a range, oldest first. */
export function periodsWithin(limit: LimitDraft, { start, end }: DayRange): DayRange[] {
  const periods: DayRange[] = []
  for (let day = start; day <= end; day = addDays(periods.at(-1)?.end ?? day, 1)) {
    const period = periodOf(limit, day)
    if (period) periods.push(period)
    else if (periods.length > 0) break
  }
  return periods
}

function wholePeriod(
  period: LimitPeriod,
  day: Day,
  { firstDay, lastDay }: Pick<LimitDraft, 'firstDay' | 'lastDay'>,
): DayRange {
  switch (period) {
    case 'day':
      return { start: day, end: day }
    case 'week':
      return { start: mondayOf(day), end: addDays(mondayOf(day), 6) }
    case 'month':
      return { start: firstOfMonth(day), end: addDays(nextMonth(firstOfMonth(day)), -1) }
    case 'range':
      return { start: firstDay ?? day, end: lastDay ?? day }
  }
}

/** Where leads go, or what a cap plans. */
export interface LimitPlace {
  geo: string
  advertiserId: string | null
  sourceNumber: string
}

/** Says of places whether a limit is about them. */
export function createScope({ geos, advertiserIds, sourceNumbers }: LimitDraft): (place: LimitPlace) => boolean {
  const [ofGeos, ofAdvertisers, ofSources] = [
    new Set<string>(geos.map(foldGeo)),
    new Set<string>(advertiserIds),
    new Set<string>(sourceNumbers.map(foldSource)),
  ]
  return ({ geo, advertiserId, sourceNumber }) =>
    (ofGeos.size === 0 || ofGeos.has(foldGeo(geo))) &&
    (ofAdvertisers.size === 0 || (advertiserId !== null && ofAdvertisers.has(advertiserId))) &&
    (ofSources.size === 0 || ofSources.has(foldSource(sourceNumber)))
}

/** `DE, AT / B-7 / all sources` */
export function describeLimitScope({ side, geos, advertiserIds, sourceNumbers }: LimitDraft): string {
  return [
    geos.length === 0 ? 'all geos' : geos.join(', '),
    ...(side === 'affiliate' ? [] : [advertiserIds.length === 0 ? 'all advertisers' : advertiserIds.join(', ')]),
    sourceNumbers.length === 0 ? 'all sources' : sourceNumbers.map((source) => `#${source}`).join(', '),
  ].join(' / ')
}
