import { z } from 'zod/mini'
import { centsFromDollars, hasTwoDecimals } from '#domain/kernel/cents.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { ADJUSTMENT_KINDS, CLOSING_STATES } from '#domain/payouts/closing.ts'
import { defineCall } from './call.ts'
import { body, day, dollars, instant, money, text } from './fields.ts'
import { payoutDay } from './payouts.ts'
import { closingTexts } from './texts/closings.ts'
import { payoutTexts } from './texts/payouts.ts'

const words = closingTexts

export const ClosingLine = z.object({
  affiliateId: z.string(),
  affiliateName: z.nullable(z.string()),
  /** From the report. */
  payout: money,
  adjusted: money,
  /** From earlier closed weeks: late data and overpaid amounts. */
  carriedOver: money,
  due: money,
})

export const Adjustment = z.object({
  id: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  affiliateId: z.string(),
  /** The amount that it adds for the affiliate. */
  amount: money,
  reason: z.string(),
  /** The deposit that is left out or priced. */
  connector: z.nullable(z.string()),
  depositId: z.nullable(z.string()),
  price: z.nullable(money),
  /** The earlier week that the line comes from. */
  ofClosingId: z.nullable(z.string()),
  createdAt: instant,
  createdBy: z.string(),
})

const closingFields = {
  id: z.string(),
  reportId: z.string(),
  start: payoutDay,
  end: payoutDay,
  state: z.enum(CLOSING_STATES),
  version: z.number(),
  frozenAt: instant,
  frozenBy: z.string(),
  /** When differences of earlier closed weeks were carried over; null if not yet. */
  carriedAt: z.nullable(instant),
  approvedAt: z.nullable(instant),
  approvedBy: z.nullable(z.string()),
  paidOn: z.nullable(payoutDay),
  paymentReference: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  paidBy: z.nullable(z.string()),
}

/** A closed week. */
export const Closing = z.object(closingFields)
/** A closed week with each affiliate's amount. */
export const FullClosing = z.object({
  ...closingFields,
  lines: z.array(ClosingLine),
  /** The amount to transfer, without overpaid affiliates. */
  totalDue: money,
  adjustments: z.array(Adjustment),
})

export type Closing = z.output<typeof Closing>
export type FullClosing = z.output<typeof FullClosing>

const params = z.object({ id: text(words.notFound) })
const version = z.int().check(z.gte(1))
const reason = text(words.reason, 500, words.reason).check(z.minLength(1, words.reason))
const amount = z.pipe(
  z.number({ error: words.noAmount }).check(
    z.refine((value) => value !== 0 && Math.abs(value) <= 10_000_000 && hasTwoDecimals(value), {
      error: words.amount,
    }),
  ),
  z.transform(centsFromDollars),
)

export const closingCalls = {
  list: defineCall({
    method: 'GET',
    path: '/payouts/closings',
    access: 'admin',
    summary: 'Closed weeks, the latest first',
    answers: { 200: z.array(Closing) },
  }),
  freeze: defineCall({
    method: 'POST',
    path: '/payouts/closings',
    access: 'admin',
    summary: 'Closes the range of a finished report: its numbers are frozen, even if data arrive later',
    body: body({ reportId: text(payoutTexts.notFound) }),
    answers: { 201: FullClosing },
    refusals: [400, 404, 409],
  }),
  read: defineCall({
    method: 'GET',
    path: '/payouts/closings/:id',
    access: 'admin',
    summary: "A closed week with each affiliate's amount",
    params,
    answers: { 200: FullClosing },
    refusals: [400, 404],
  }),
  adjust: defineCall({
    method: 'POST',
    path: '/payouts/closings/:id/adjustments',
    access: 'admin',
    summary: 'Adds an amount for an affiliate of a frozen week, with its reason',
    params,
    body: body({
      affiliateId: text(words.affiliate, 64, words.affiliate).check(z.minLength(1, words.affiliate)),
      amount,
      reason,
    }),
    answers: { 201: FullClosing },
    refusals: [400, 404, 409],
  }),
  adjustDeposit: defineCall({
    method: 'POST',
    path: '/payouts/closings/:id/deposits',
    access: 'admin',
    summary: 'Leaves a deposit of a frozen week out (price null) or prices it, with its reason',
    params,
    body: body({
      connector: text(words.noDeposit),
      depositId: text(words.noDeposit),
      price: z.nullable(dollars(1_000_000, words.price)),
      reason,
    }),
    answers: { 201: FullClosing },
    refusals: [400, 404, 409],
  }),
  takeBack: defineCall({
    method: 'DELETE',
    path: '/payouts/closings/:id/adjustments/:adjustmentId',
    access: 'admin',
    summary: 'Removes an adjustment of a frozen week',
    params: z.object({ id: text(words.notFound), adjustmentId: text(words.noAdjustment) }),
    answers: { 200: FullClosing },
    refusals: [400, 404, 409],
  }),
  approve: defineCall({
    method: 'POST',
    path: '/payouts/closings/:id/approve',
    access: 'admin',
    summary: "Approves each affiliate's amount, as the caller saw it",
    params,
    body: body({ version }),
    answers: { 200: FullClosing },
    refusals: [400, 404, 409],
  }),
  reopen: defineCall({
    method: 'POST',
    path: '/payouts/closings/:id/reopen',
    access: 'admin',
    summary: 'Takes an approved week back to frozen',
    params,
    body: body({ version }),
    answers: { 200: FullClosing },
    refusals: [400, 404, 409],
  }),
  pay: defineCall({
    method: 'POST',
    path: '/payouts/closings/:id/pay',
    access: 'admin',
    summary: "Records the day and the reference of an approved week's payment",
    params,
    body: body({
      version,
      paidOn: day(words.paidOn),
      reference: text(words.reference, 200, words.reference).check(z.minLength(1, words.reference)),
    }),
    answers: { 200: FullClosing },
    refusals: [400, 404, 409],
  }),
  release: defineCall({
    method: 'DELETE',
    path: '/payouts/closings/:id',
    access: 'admin',
    summary: 'Opens a frozen week again, as the caller saw it, and deletes its adjustments',
    params,
    query: z.object({ version: z.coerce.number().check(z.int(), z.gte(1)) }),
    answers: { 204: null },
    refusals: [400, 404, 409],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/payouts/closings/:id/history',
    access: 'admin',
    summary: `The steps of a closed week, newest first, at most ${MOST_CHANGES}`,
    params,
    answers: {
      200: z.array(z.object({ id: z.string(), at: instant, actor: z.string(), action: z.string(), note: z.string() })),
    },
    refusals: [400, 404],
  }),
} as const
