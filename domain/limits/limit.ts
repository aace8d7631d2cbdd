import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { firstOfMonth, nextMonth } from '#domain/kernel/month.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'

/** The unit of a limit. Valid leads have a status that is not in the list of invalid statuses. */
export const LIMIT_UNITS = ['leads', 'validLeads', 'deposits'] as const

export type LimitUnit = (typeof LIMIT_UNITS)[number]

/**
 * The period after which counting starts again: weeks from Monday, months from the first; `range` from its first day to
 * its last.
 */
export const LIMIT_PERIODS = ['day', 'week', 'month', 'range'] as const

export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

export const MAX_LIMIT = 10_000_000
export const MAX_LIMIT_NAME_LENGTH = 100
export const MAX_LIMIT_NOTE_LENGTH = 300
/** The most geos, advertisers or sources of one limit. */
export const MOST_NAMED = 200

/** A limit as somebody fills it in. */
export interface LimitDraft {
  name: string
  side: CapKind
  /** An empty list means all. */
  geos: readonly string[]
  advertiserIds: readonly string[]
  sourceNumbers: readonly string[]
  /** 0 allows nothing; null means no limit. */
  number: number | null
  unit: LimitUnit
  period: LimitPeriod
  /** The limit holds only on these days; null means without a beginning or an end. */
  firstDay: Day | null
  lastDay: Day | null
  note: string | null
}

/** An allowance beside caps, over several caps and over more than a day. */
export interface Limit extends LimitDraft {
  _id: string
  version: number
}

export type LimitProblem =
  | { reason: 'limit.source-only'; field: 'unit' }
  | { reason: 'limit.no-advertisers'; field: 'advertiserIds' }
  | { reason: 'limit.days-missing'; field: 'firstDay' | 'lastDay' }
  | { reason: 'limit.reversed'; field: 'lastDay' }

/** Checks that the fields of a limit fit together. What is named twice stands once. */
export function checkLimit<D extends LimitDraft>(draft: D): Result<D, LimitProblem> {
  const { side, geos, advertiserIds, unit, period, firstDay, lastDay } = draft
  if (side === 'affiliate' && advertiserIds.length > 0) {
    return refuse({ reason: 'limit.no-advertisers', field: 'advertiserIds' })
  }
  // Statuses are counted by source only.
  if (unit === 'validLeads' && geos.length + advertiserIds.length > 0) {
    return refuse({ reason: 'limit.source-only', field: 'unit' })
  }
  if (period === 'range' && firstDay === null) return refuse({ reason: 'limit.days-missing', field: 'firstDay' })
  if (period === 'range' && lastDay === null) return refuse({ reason: 'limit.days-missing', field: 'lastDay' })
  if (firstDay !== null && lastDay !== null && lastDay < firstDay) {
    return refuse({ reason: 'limit.reversed', field: 'lastDay' })
  }
  return accept({
    ...draft,
    geos: keepOnce(geos, foldGeo),
    sourceNumbers: keepOnce(draft.sourceNumbers, foldSource),
  })
}

/** Of values that fold to the same, the first. */
function keepOnce(values: readonly string[], fold: (value: string) => string): string[] {
  return [...Map.groupBy(values, fold).values()].flatMap(([first]) => first ?? [])
}

/** The period of a limit that contains a day, whenever the limit was made; null if it does not hold on that day. */
export function periodOf({ period, firstDay, lastDay }: LimitDraft, day: Day): DayRange | null {
  if ((firstDay !== null && day < firstDay) || (lastDay !== null && day > lastDay)) return null
  const whole = wholePeriod(period, day, { firstDay, lastDay })
  return {
    start: firstDay !== null && firstDay > whole.start ? firstDay : whole.start,
    end: lastDay !== null && lastDay < whole.end ? lastDay : whole.end,
  }
}

/** The periods that share a day with a range, oldest first. */
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

/** The place of leads or of a cap. */
export interface LimitPlace {
  geo: string
  advertiserId: string | null
  sourceNumber: string
}

/** Makes a test for whether a limit covers a place. */
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
