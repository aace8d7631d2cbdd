import { fillDays } from '#domain/analytics/groups.ts'
import type { QualityFigures } from '#domain/analytics/quality.ts'
import { findUsual } from '#domain/analytics/usual.ts'
import { LONGEST_PERIOD, LONGEST_QUALITY_PERIOD } from '#domain/analytics/period.ts'
import type { Day } from '#domain/kernel/day.ts'
import { checkDayRange, daysOf, type DayRange, type DayRangeRefusal } from '#domain/kernel/day-range.ts'
import { spanOfDays } from '#domain/hours/paused-time.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import {
  decideFates,
  LEAD_FATES,
  readFateRules,
  spanOfNotice,
  type FateRules,
  type LeadFate,
  type PlannedLead,
} from '#domain/payouts/fates.ts'
import { spansOver, type Pause } from '#domain/pauses/pause.ts'
import { readAtOnce } from '#platform/db/at-once.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readSourceNames } from '#server/features/partners/service.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import { countBySource, listPlannedLeads } from './quality-store.ts'
import { sumFigures, sumPlanned, type AnalyticsFilter } from './store.ts'
import { readWeeksBefore } from './usual-service.ts'

type Fates = Record<LeadFate, number>

/** By source, most leads first. Reads every lead of the period, so the period must be short. */
export async function readQuality(
  db: Database,
  asked: DayRange,
  filter: AnalyticsFilter,
): Promise<Result<QualityFigures[], DayRangeRefusal>> {
  const period = checkDayRange(asked, LONGEST_QUALITY_PERIOD)
  if (!period.ok) return period
  return readOneState(db, async (tx) => {
    const settings = await readSettings(tx)
    const fateRules = readFateRules(settings)
    const days = spanOfDays(period.value, fateRules.zone)
    const rules = { ...fateRules, pauses: await readPauses(tx, spanOfNotice(days, fateRules.pausedLeads)) }
    const fates = await countFates(tx, period.value, filter, rules)
    const weeks = await readWeeksBefore(tx, period.value, filter, rules)
    const sources = await countBySource(tx, period.value, filter)
    const numbers = sources.map(({ sourceNumber }) => sourceNumber)
    const names = new Map((await readSourceNames(tx, numbers)).map(({ key, name }) => [key, name]))
    return accept(
      sources.map((source) => {
        const { sourceNumber, leads } = source
        const own = fates.get(sourceNumber) ?? noFates()
        const planned = LEAD_FATES.reduce((sum, fate) => sum + own[fate], 0)
        const { invalid = [], conversion = [] } = weeks.get(sourceNumber) ?? {}
        return {
          ...source,
          publisherName: names.get(sourceNumber) ?? null,
          planned,
          ...own,
          usualInvalid: findUsual(invalid, planned),
          usualConversion: findUsual(conversion, leads),
        }
      }),
    )
  })
}

/** Day by day, so that only one day's leads are in memory. */
async function countFates(
  tx: Tx,
  period: DayRange,
  filter: AnalyticsFilter,
  rules: FateRules & { pauses: readonly Pause[] },
): Promise<Map<string, Fates>> {
  const sums = new Map<string, Fates>()
  for (const day of daysOf(period)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one day after the other
    addFates(sums, await listPlannedLeads(tx, day, filter), rules)
  }
  return sums
}

function addFates(
  sums: Map<string, Fates>,
  planned: readonly PlannedLead[],
  rules: Parameters<typeof countFates>[3],
): void {
  for (const leads of Map.groupBy(planned, ({ capId }) => capId).values()) {
    const [deal] = leads
    if (!deal) continue
    const sum = sums.get(deal.sourceNumber) ?? noFates()
    for (const { fate } of decideFates({ ...deal, pauses: spansOver(rules.pauses, deal) }, leads, rules)) sum[fate] += 1
    sums.set(deal.sourceNumber, sum)
  }
}

function noFates(): Fates {
  return { valid: 0, invalid: 0, outsideWorkingHours: 0, paused: 0, capped: 0 }
}

export interface PlannedDay {
  date: Day
  /** The sum of the day's broker caps, and the leads counted to them. */
  planned: number
  delivered: number
  /** All leads of the day. */
  leads: number
}

/** Every day of a period, read in one snapshot: the leads delivered for caps are part of the day's leads. */
export async function readPlanned(
  db: Database,
  asked: DayRange,
  filter: AnalyticsFilter,
): Promise<Result<PlannedDay[], DayRangeRefusal>> {
  const period = checkDayRange(asked, LONGEST_PERIOD)
  if (!period.ok) return period
  return readAtOnce(db, async (tx) => {
    const { days } = await sumFigures(tx, period.value, filter, 'deposit')
    const planned = new Map((await sumPlanned(tx, period.value, filter)).map((row) => [row.date, row]))
    return accept(
      fillDays(period.value, days).map(({ date, leads }) => ({
        date,
        planned: planned.get(date)?.planned ?? 0,
        delivered: planned.get(date)?.delivered ?? 0,
        leads,
      })),
    )
  })
}
