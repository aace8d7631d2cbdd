import { z } from 'zod/mini'
import { LEAD_FATES } from '#domain/payouts/fates.ts'
import { PAYOUT_PRESETS } from '#domain/payouts/range.ts'
import { defineCall } from './call.ts'
import { body, day, flag, instant, money, text } from './fields.ts'
import { payoutTexts } from './texts/payouts.ts'

const words = payoutTexts

export const REPORT_STATUSES = ['pending', 'running', 'success', 'failed'] as const

/** A day of a report or of a closed week. */
export const payoutDay = day(words.range)

const LeadDetail = z.object({ email: z.nullable(z.string()), status: z.nullable(z.string()), createdAt: instant })
const DepositDetail = z.object({ email: z.nullable(z.string()), createdAt: instant, payout: z.nullable(money) })
const Counts = z.record(z.string(), z.number())

/**
 * The amount that brokers pay, the amount owed by affiliate caps' prices, and the difference; null without such prices.
 */
const Margin = z.nullable(z.object({ income: money, owed: money, margin: money }))

/** The terms when the report was queued; see `domain/payouts/terms.ts`. */
export const PayoutTermsSchema = z.object({
  priceBy: z.enum(['deal', 'affiliateCap']),
  guarantee: z.enum(['deal', 'pool']),
  mostInvalid: z.nullable(z.number()),
  conversions: z.enum(['fractional', 'whole']),
  earlierLeads: z.enum(['reported', 'settled']),
  /** The first hours of a pause in which its leads still count; null if all count. */
  pausedLeads: z.nullable(z.number()),
})

const dealFields = {
  capId: z.string(),
  date: payoutDay,
  advertiserId: z.string(),
  advertiserName: z.nullable(z.string()),
  sourceNumber: z.string(),
  geo: z.string(),
  cap: z.number(),
  cpa: z.nullable(money),
  /** In percent. */
  crg: z.nullable(z.number()),
  workingHours: z.nullable(z.string()),
  alwaysOn: z.boolean(),
  validLeads: z.number(),
  invalidStatuses: Counts,
  outsideWorkingHours: z.number(),
  paused: z.number(),
  capped: z.number(),
  leadStats: z.object({
    valid: z.number(),
    invalidStatuses: Counts,
    outsideWorkingHours: z.number(),
    paused: z.number(),
    capped: z.number(),
  }),
  conversionStats: z.object({
    insideWorkingHours: z.number(),
    outsideWorkingHours: z.number(),
    unmatched: z.number(),
    actualCrPercentage: z.number(),
    targetCrPercentage: z.nullable(z.number()),
  }),
  deposits: z.object({
    inside: z.number(),
    outside: z.number(),
    unmatched: z.number(),
    extras: z.number(),
    total: z.number(),
  }),
  payout: z.object({ cpaComponent: money, crgComponent: money, extras: money, total: money }),
  /** The cap whose CPA and CRG these are. */
  pricedBy: z.enum(['deal', 'affiliateCap']),
  /** The guaranteed amount, and the amount that conversions reach, of this deal or of its whole pool. */
  guarantee: z.nullable(z.object({ worth: money, reached: money, isPooled: z.boolean() })),
  margin: Margin,
}

/** A broker cap in a report: its terms, leads, deposits and pay. */
export const PayoutDeal = z.object({
  ...dealFields,
  /** At most 20 of each; `truncated` says whether there are more. */
  leadDetails: z.object({
    invalid: z.array(LeadDetail),
    outsideWorkingHours: z.array(LeadDetail),
    paused: z.array(LeadDetail),
    capped: z.array(LeadDetail),
  }),
  depositDetails: z.object({
    inside: z.array(DepositDetail),
    outside: z.array(DepositDetail),
    unmatched: z.array(DepositDetail),
  }),
  truncated: z.boolean(),
})

/** A deal without the lists of its leads and deposits. */
export const PayoutDealRow = z.object(dealFields)

export const ExtraDeposit = z.object({
  date: payoutDay,
  advertiserId: z.string(),
  advertiserName: z.nullable(z.string()),
  sourceNumber: z.string(),
  geo: z.string(),
  deposits: z.number(),
  payout: money,
})

export const AffiliateTotal = z.object({
  affiliateId: z.string(),
  affiliateName: z.nullable(z.string()),
  advertisers: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  validLeads: z.number(),
  deposits: z.number(),
  cpaComponent: money,
  crgComponent: money,
  extraPayout: money,
  totalPayout: money,
  margin: Margin,
  geoBreakdown: z.array(
    z.object({
      geo: z.string(),
      deals: z.number(),
      validLeads: z.number(),
      invalidStatuses: z.number(),
      outsideWorkingHours: z.number(),
      paused: z.number(),
      capped: z.number(),
      invalidBreakdown: Counts,
      deposits: z.number(),
      payout: money,
      margin: Margin,
    }),
  ),
  /** The number of deposits out of deal. A brief report has it instead of their list. */
  outOfDeal: z.number(),
  /** The capIds of its deals. */
  dealDetails: z.array(z.string()),
  extraDeposits: z.array(ExtraDeposit),
})

const Totals = z.object({
  validLeads: z.number(),
  deposits: z.number(),
  cpaWithExtras: money,
  crgNet: money,
  totalPayout: money,
  /** Deposits that are paid as reported but have no reported payout: they count 0. */
  unpricedDeposits: z.number(),
  margin: Margin,
})

export const PayoutSummary = z.object({
  range: z.object({ start: payoutDay, end: payoutDay, timezone: z.string() }),
  generatedAt: instant,
  totals: Totals,
  affiliateTotals: z.array(AffiliateTotal),
  deals: z.array(PayoutDeal),
  extraDeposits: z.array(ExtraDeposit),
  filters: z.object({ invalidStatuses: z.array(z.string()) }),
  terms: PayoutTermsSchema,
  /** The data that the numbers were computed from: the version of leads, and the last lead sync. */
  basis: z.object({ dataVersion: z.number(), syncedAt: z.nullable(instant) }),
})

export type PayoutSummary = z.output<typeof PayoutSummary>
export type PayoutDealRow = z.output<typeof PayoutDealRow>

const jobFields = {
  id: z.string(),
  status: z.enum(REPORT_STATUSES),
  params: z.object({ preset: z.nullable(z.enum(PAYOUT_PRESETS)), start: payoutDay, end: payoutDay }),
  requestedBy: z.string(),
  /** 0 to 1. */
  progress: z.number(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  errorMessage: z.nullable(z.string()),
  totals: z.nullable(Totals),
}

/** A calculation without its full result. */
export const PayoutJob = z.object(jobFields)
export const PayoutReport = z.object({ ...jobFields, summary: z.nullable(PayoutSummary) })

export type PayoutJob = z.output<typeof PayoutJob>
export type PayoutReport = z.output<typeof PayoutReport>

/** `custom` means that start and end give the days. */
const preset = z.enum([...PAYOUT_PRESETS, 'custom'], { error: words.preset })
const rangeFields = {
  preset: z.optional(z.nullable(preset)),
  start: z.optional(z.nullable(payoutDay)),
  end: z.optional(z.nullable(payoutDay)),
}
/** `true` leaves out deals, out-of-deal deposits and the capIds of affiliates; they come in pages. */
const brief = flag
/** A part of many rows. */
export const rowsPage = {
  offset: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
}
const IdParams = z.object({ id: text(words.notFound) })

export const payoutCalls = {
  queue: defineCall({
    method: 'POST',
    path: '/payouts/reports',
    access: 'admin',
    summary:
      'Queues a payout report for a preset or a range of days. If one for that range is running, returns that one; it begins again if settings, caps, leads or deposits have changed',
    body: body(rangeFields),
    answers: { 202: PayoutJob },
    refusals: [400],
  }),
  findLatest: defineCall({
    method: 'GET',
    path: '/payouts/reports/latest',
    access: 'admin',
    summary: 'The newest finished report of a preset, of a range, or of all',
    query: z.object({ ...rangeFields, brief }),
    answers: { 200: PayoutReport },
    refusals: [400, 404],
  }),
  list: defineCall({
    method: 'GET',
    path: '/payouts/reports',
    access: 'admin',
    summary: 'Calculations, newest first, without their full results',
    query: z.object({
      ...rangeFields,
      limit: z.optional(
        z.coerce.number({ error: words.limit }).check(z.int(), z.gte(1, words.limit), z.lte(100, words.limit)),
      ),
      status: z.optional(z.enum(['any', ...REPORT_STATUSES], { error: words.status })),
    }),
    answers: { 200: z.array(PayoutJob) },
    refusals: [400],
  }),
  read: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id',
    access: 'admin',
    summary: 'One calculation, with its progress and, when done, its result',
    params: IdParams,
    query: z.object({ brief }),
    answers: { 200: PayoutReport },
    refusals: [400, 404],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/payouts/reports/:id/cancel',
    access: 'admin',
    summary: 'Stops a running calculation',
    params: IdParams,
    answers: { 200: PayoutJob },
    refusals: [400, 404, 409],
  }),
  listDealLeads: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/deals/:capId/leads',
    access: 'admin',
    summary: 'The leads of a deal, oldest first, each with its fate, in pages',
    params: z.object({ id: text(words.notFound), capId: text(words.noDeal) }),
    query: z.object({
      fate: z.optional(z.enum(LEAD_FATES)),
      ...rowsPage,
    }),
    answers: {
      200: z.object({
        total: z.number(),
        leads: z.array(
          z.object({
            connector: z.string(),
            id: z.string(),
            email: z.nullable(z.string()),
            /** An e-mail was there and was deleted. */
            forgotten: z.boolean(),
            /** At the time of the report. */
            status: z.nullable(z.string()),
            createdAt: instant,
            fate: z.enum(LEAD_FATES),
          }),
        ),
      }),
    },
    refusals: [400, 404],
  }),
} as const
