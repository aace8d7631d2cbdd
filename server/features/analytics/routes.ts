import type { Counting } from '#domain/analytics/choices.ts'
import type { analyticsCalls } from '#contract/analytics.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { computeConversion, type Figures } from '#domain/analytics/figures.ts'
import type { DayRangeRefusal } from '#domain/kernel/day-range.ts'
import { fillDays, findTopGeo } from '#domain/analytics/groups.ts'
import { formatOptionalInstant } from '#domain/kernel/instant.ts'
import { problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import { readPlanned, readQuality } from './quality-service.ts'
import {
  nameGroups,
  readDay,
  readHours,
  readRange,
  type AnalyticsDeps,
  type NamedSummary,
  type Question,
} from './service.ts'
import { makeSheetFile } from './sheet-service.ts'

const words = analyticsTexts

export function analyticsRoutes(deps: AnalyticsDeps): Handlers<typeof analyticsCalls> {
  const { db } = deps
  return {
    async daily({ query: { date, ...question } }) {
      return { status: 200, body: presentDay(await readDay(deps, date, readQuestion(question))) }
    },
    async range({ query: { startDate, endDate, ...question } }) {
      const found = await readRange(deps, { start: startDate, end: endDate }, readQuestion(question))
      return found.ok ? { status: 200, body: presentRange(found.value) } : refusePeriod(found)
    },
    async hours({ query: { date, ...question } }) {
      return { status: 200, body: await readHours(db, date, readQuestion(question)) }
    },
    async quality({ query: { startDate, endDate, ...filter } }) {
      const found = await readQuality(db, { start: startDate, end: endDate }, filter)
      if (found.ok) return { status: 200, body: found.value }
      return refusePeriod(found, words.qualityTooLong)
    },
    async planned({ query: { startDate, endDate, ...filter } }) {
      const found = await readPlanned(db, { start: startDate, end: endDate }, filter)
      return found.ok ? { status: 200, body: found.value } : refusePeriod(found)
    },
    async export({ query: { table, format = 'csv', sort, descending = false, startDate, endDate, ...question } }) {
      const period = { start: startDate, end: endDate }
      const sorting = sort === undefined ? null : { column: sort, descending }
      const made = await makeSheetFile(deps, { table, period, sorting, format, ...readQuestion(question) })
      if (!made.ok) return refusePeriod(made, table === 'quality' ? words.qualityTooLong : words.tooLong)
      return { status: 200, body: made.value.file }
    },
    async invalidateCache() {
      deps.cache.clear()
      return { status: 204, body: undefined }
    },
  }
}

type AskedQuestion = Question['filter'] & { countBy?: Counting | undefined; until?: number | undefined }

function readQuestion({ countBy = 'deposit', until, ...filter }: AskedQuestion): Question {
  return { filter, countBy, ...(until !== undefined && { until }) }
}

function refusePeriod({ reason }: DayRangeRefusal, tooLong: string = words.tooLong): Refusal {
  const message = reason === 'range.reversed' ? words.reversed : tooLong
  return problem(400, message, { errors: [{ path: 'endDate', message }] })
}

function presentDay(summary: NamedSummary) {
  return {
    date: summary.period.start,
    ...presentCommon(summary),
    lastLeadAt: formatOptionalInstant(summary.lastLeadAt),
    lastDepositAt: formatOptionalInstant(summary.lastDepositAt),
  }
}

function presentRange(summary: NamedSummary) {
  const { period, days } = summary
  return {
    startDate: period.start,
    endDate: period.end,
    ...presentCommon(summary),
    timeSeries: fillDays(period, days).map(presentFigures),
  }
}

function presentCommon(summary: NamedSummary) {
  const { timezone, groups, unknownDeposits, untimedDeposits } = summary
  const { byGeo, byBroker, byAffiliate, byAffiliateGeo } = nameGroups(summary)
  const top = findTopGeo(byGeo)
  return {
    timezone,
    totals: presentFigures(groups.totals),
    aggregates: {
      byGeo: byGeo.map(presentFigures),
      byBroker: byBroker.map(presentFigures),
      byAffiliate: byAffiliate.map(presentFigures),
      byAffiliateGeo: byAffiliateGeo.map(presentFigures),
    },
    topPerformers: { geo: top && presentFigures(top) },
    ...(unknownDeposits !== null && { unknownDeposits }),
    ...(untimedDeposits !== null && { untimedDeposits }),
  }
}

function presentFigures<Row extends Figures>(row: Row): Row & { conversionRate: number } {
  return { ...row, conversionRate: computeConversion(row) }
}
