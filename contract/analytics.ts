import { COUNTINGS } from '#domain/analytics/choices.ts'
import { z } from 'zod/mini'
import { ANALYTICS_TABLES } from '#domain/analytics/tables.ts'
import { defineCall } from './call.ts'
import { day, flag, instant, verbatim, word } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { analyticsTexts } from './texts/analytics.ts'

const words = analyticsTexts

const figures = {
  leads: z.number(),
  deposits: z.number(),
  /** Deposits per hundred leads; 0 without leads. */
  conversionRate: z.number(),
}

/** A text is empty if neither the deposit nor its lead names it. Most leads first, then by name. */
const aggregates = z.object({
  byGeo: z.array(z.object({ geo: z.string(), ...figures })),
  byBroker: z.array(z.object({ advertiserId: z.string(), advertiserName: z.nullable(z.string()), ...figures })),
  byAffiliate: z.array(z.object({ sourceNumber: z.string(), publisherName: z.nullable(z.string()), ...figures })),
  byAffiliateGeo: z.array(
    z.object({ sourceNumber: z.string(), publisherName: z.nullable(z.string()), geo: z.string(), ...figures }),
  ),
})

const common = {
  /** IANA name of the zone of the days. */
  timezone: z.string(),
  totals: z.object(figures),
  aggregates,
  topPerformers: z.object({ geo: z.nullable(z.object({ geo: z.string(), ...figures })) }),
  /** Only if counted by lead: deposits of these days without a known lead, which are left out. */
  unknownDeposits: z.optional(z.number()),
  /** Only with `until`: deposits of the last day that may have come after it, since only their date is known. */
  untimedDeposits: z.optional(z.number()),
}

export const DailyAnalytics = z.object({
  date: day(words.day),
  ...common,
  /** On that day; null if there was none. */
  lastLeadAt: z.nullable(instant),
  lastDepositAt: z.nullable(instant),
})

export const RangeAnalytics = z.object({
  startDate: day(words.day),
  endDate: day(words.day),
  ...common,
  /** Every day of the range, in order. */
  timeSeries: z.array(z.object({ date: day(words.day), ...figures })),
})

/** An hour of a day, by the wall clock of the zone. */
export const HourOfDay = z.object({
  /** 0 to 23. */
  hour: z.number(),
  leads: z.number(),
  deposits: z.number(),
})

export type DailyAnalytics = z.output<typeof DailyAnalytics>
export type RangeAnalytics = z.output<typeof RangeAnalytics>

/** In percent. */
const usual = z.object({ low: z.number(), high: z.number() })

/** The fates of a source's leads that have a broker cap: each lead has one fate (docs/rules.md, Payout report 2). */
export const SourceQuality = z.object({
  sourceNumber: z.string(),
  publisherName: z.nullable(z.string()),
  /** All leads of the source, with or without a cap, and its deposits of the same days. */
  leads: z.number(),
  deposits: z.number(),
  /**
   * The range in which the share of invalid leads, or the conversion, lies in eight of ten such periods, by the 8 weeks
   * before.
   */
  usualInvalid: z.nullable(usual),
  usualConversion: z.nullable(usual),
  planned: z.number(),
  valid: z.number(),
  invalid: z.number(),
  outsideWorkingHours: z.number(),
  paused: z.number(),
  capped: z.number(),
})

export type SourceQuality = z.output<typeof SourceQuality>

/** The broker caps of one day. */
export const PlannedDay = z.object({
  date: day(words.day),
  planned: z.number(),
  /** Leads that have a broker cap. */
  delivered: z.number(),
  /** All leads of the day. */
  leads: z.number(),
})

export type PlannedDay = z.output<typeof PlannedDay>

export const analyticsFilter = {
  /** A code, or the name of a country. */
  geo: word,
  advertiserId: word,
  sourceNumber: word,
}

/**
 * `HH:MM` by the wall clock: the last day counts only up to this time, for a comparison with a day that is not over.
 */
const until = {
  until: z.optional(
    z.pipe(
      verbatim.check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: words.until })),
      z.transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))),
    ),
  ),
}

export const counting = { countBy: z.optional(z.enum(COUNTINGS, { error: words.counting })) }

const range = { startDate: day(words.range), endDate: day(words.range) }

export const analyticsCalls = {
  daily: defineCall({
    method: 'GET',
    path: '/analytics/daily',
    access: 'admin',
    summary: 'Leads, deposits and conversion of a day (today by default), in four groupings',
    query: z.strictObject({ date: z.optional(day(words.day)), ...analyticsFilter, ...counting, ...until }),
    answers: { 200: DailyAnalytics },
    refusals: [400],
  }),
  range: defineCall({
    method: 'GET',
    path: '/analytics/range',
    access: 'admin',
    summary: 'Leads, deposits and conversion of a range of at most 731 days, in four groupings and day by day',
    query: z.strictObject({ ...range, ...analyticsFilter, ...counting, ...until }),
    answers: { 200: RangeAnalytics },
    refusals: [400],
  }),
  hours: defineCall({
    method: 'GET',
    path: '/analytics/hours',
    access: 'admin',
    summary: 'Leads and deposits of a day by its 24 hours; counted by lead, a deposit is in the hour of its lead',
    query: z.strictObject({ date: day(words.day), ...analyticsFilter, ...counting }),
    answers: { 200: z.array(HourOfDay) },
    refusals: [400],
  }),
  quality: defineCall({
    method: 'GET',
    path: '/analytics/quality',
    access: 'admin',
    summary:
      'By source, the fates of leads with a broker cap, over at most 31 days, beside the usual range of the source',
    query: z.strictObject({ ...range, ...analyticsFilter }),
    answers: { 200: z.array(SourceQuality) },
    refusals: [400],
  }),
  planned: defineCall({
    method: 'GET',
    path: '/analytics/planned',
    access: 'admin',
    summary: 'Day by day, the leads that broker caps plan and the leads that came for them',
    query: z.strictObject({ ...range, ...analyticsFilter }),
    answers: { 200: z.array(PlannedDay) },
    refusals: [400],
  }),
  export: defineCall({
    method: 'GET',
    path: '/analytics/export',
    access: 'admin',
    summary: 'A table of the page as a file, in the same order',
    query: z.strictObject({
      ...range,
      ...analyticsFilter,
      ...counting,
      table: z.enum(ANALYTICS_TABLES, { error: words.table }),
      format: tableFormat,
      /** A column of the table. */
      sort: word,
      descending: flag,
    }),
    answers: { 200: namedFile },
    file: Object.values(TABLE_TYPES),
    refusals: [400],
  }),
  invalidateCache: defineCall({
    method: 'POST',
    path: '/analytics/invalidate-cache',
    access: 'admin',
    summary: 'Clears the cached answers of this server; they are never older than the data anyway',
    answers: { 204: null },
  }),
} as const
