import type { Counting } from '#domain/analytics/choices.ts'
import { groupFigures, type Groups } from '#domain/analytics/groups.ts'
import { fillHours, type HourFigures } from '#domain/analytics/hours.ts'
import { LONGEST_PERIOD } from '#domain/analytics/period.ts'
import type { Day } from '#domain/kernel/day.ts'
import { checkDayRange, type DayRange, type DayRangeRefusal } from '#domain/kernel/day-range.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { AnswerCache, Versioned } from '#platform/answer-cache.ts'
import type { Clock } from '#platform/clock.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import { readAtOnce } from '#platform/db/at-once.ts'
import type { Database } from '#platform/db/database.ts'
import { readAdvertiserFinder, readSourceNames, type PartnerFinder } from '#server/features/partners/service.ts'
import { readSettings, readToday } from '#server/features/settings/service.ts'
import { countUntimedDeposits, rowsUntil, sumSlots } from './hour-store.ts'
import { countUnknownDeposits, sumFigures, type AnalyticsFilter, type Sums } from './store.ts'

export interface AnalyticsDeps {
  db: Database
  clock: Clock
  cache: AnswerCache<Summary>
}

/** What is asked of a period. */
export interface Question {
  filter: AnalyticsFilter
  countBy: Counting
  /** Minutes since 00:00: of the last day only what came before that. */
  until?: number | undefined
}

/** What came in a period. */
export interface Summary extends Pick<Sums, 'days' | 'lastLeadAt' | 'lastDepositAt'> {
  groups: Groups
  /** IANA name of the zone that its days are of. */
  timezone: string
  /** Where deposits count on the days of their leads: those of these days that belong to none. */
  unknownDeposits: number | null
  /** Where the last day counts up to a time: deposits of it that may have come later, since only their date is known. */
  untimedDeposits: number | null
}

export interface NamedSummary extends Summary {
  period: DayRange
  findBroker: PartnerFinder
  findSource: PartnerFinder
}

const DAY_KEPT = MINUTE
const RANGE_KEPT = 5 * MINUTE

/** A day, today where none is named. */
export async function readDay(deps: AnalyticsDeps, date: Day | undefined, question: Question): Promise<NamedSummary> {
  const day = date ?? (await readToday(deps))
  return readPeriod(deps, { start: day, end: day }, question, DAY_KEPT)
}

export async function readRange(
  deps: AnalyticsDeps,
  asked: DayRange,
  question: Question,
): Promise<Result<NamedSummary, DayRangeRefusal>> {
  const period = checkDayRange(asked, LONGEST_PERIOD)
  return period.ok ? accept(await readPeriod(deps, period.value, question, RANGE_KEPT)) : period
}

async function readPeriod(
  { db, cache }: AnalyticsDeps,
  period: DayRange,
  question: Question,
  mostMs: number,
): Promise<NamedSummary> {
  const key = JSON.stringify([mostMs, period, question])
  const summary = await cache.recall(key, await readDataVersion(db), mostMs, () => summarize(db, period, question))
  const brokers = summary.groups.byBroker.map(({ advertiserId }) => advertiserId)
  const sources = summary.groups.byAffiliate.map(({ sourceNumber }) => sourceNumber)
  // Not kept: who is renamed moves no data.
  const findBroker = await readAdvertiserFinder(db, brokers)
  const names = new Map((await readSourceNames(db, sources)).map((source) => [source.key, source]))
  return { ...summary, period, findBroker, findSource: (source) => names.get(source) }
}

/** All of it of one moment: a change of zone is seen whole or not at all. */
async function summarize(
  db: Database,
  period: DayRange,
  { filter, countBy, until }: Question,
): Promise<Versioned<Summary>> {
  return readAtOnce(db, async (tx) => {
    const version = await readDataVersion(tx)
    const { timezone } = await readSettings(tx)
    const cut = until === undefined ? null : zoneOf(timezone).instantAt({ day: period.end, minutes: until })
    const lastDay = cut && rowsUntil(period.end, cut, filter, countBy)
    const { keys, ...sums } = await sumFigures(tx, period, filter, countBy, lastDay)
    const unknownDeposits = countBy === 'lead' ? await countUnknownDeposits(tx, period, filter) : null
    const untimedDeposits = cut && (await countUntimedDeposits(tx, period.end, cut, filter, countBy))
    return { version, value: { ...sums, groups: groupFigures(keys), timezone, unknownDeposits, untimedDeposits } }
  })
}

/** Its groups with the names that brokers and sources have now. */
export function nameGroups({ groups, findBroker, findSource }: NamedSummary) {
  const nameSource = <Row extends { sourceNumber: string }>(row: Row) => ({
    ...row,
    publisherName: findSource(row.sourceNumber)?.name ?? null,
  })
  return {
    byGeo: groups.byGeo,
    byBroker: groups.byBroker.map((row) => ({ ...row, advertiserName: findBroker(row.advertiserId)?.name ?? null })),
    byAffiliate: groups.byAffiliate.map(nameSource),
    byAffiliateGeo: groups.byAffiliateGeo.map(nameSource),
  }
}

/** The 24 hours of a day, all of one moment: a change of zone is seen whole or not at all. */
export async function readHours(db: Database, day: Day, { filter, countBy }: Question): Promise<HourFigures[]> {
  return readAtOnce(db, async (tx) => {
    const { timezone } = await readSettings(tx)
    return fillHours(await sumSlots(tx, day, filter, countBy), zoneOf(timezone))
  })
}
