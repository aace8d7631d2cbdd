import { z } from 'zod/mini'
import { CLOSING_STATES } from '#domain/payouts/closing.ts'
import { Delivery, LONGEST_SOURCE } from './broadcasts.ts'
import { defineCall } from './call.ts'
import { Adjustment } from './closings.ts'
import { atMost, body, instant, money, text, verbatim } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { payoutDay, PayoutTermsSchema } from './payouts.ts'
import { broadcastTexts } from './texts/broadcasts.ts'
import { payoutTexts } from './texts/payouts.ts'
import { statementTexts } from './texts/statements.ts'

/** A deal as its affiliate may see it: without the buyer and the buyer's price. */
export const StatementDeal = z.object({
  capId: z.string(),
  date: payoutDay,
  geo: z.string(),
  cap: z.number(),
  cpa: z.nullable(money),
  /** In percent. */
  crg: z.nullable(z.number()),
  validLeads: z.number(),
  invalid: z.number(),
  outsideWorkingHours: z.number(),
  paused: z.number(),
  capped: z.number(),
  deposits: z.number(),
  payout: z.object({ cpaComponent: money, crgComponent: money, extras: money, total: money }),
})

/** The amount that an affiliate is owed in a report and, if its range is closed, what it is paid. */
export const Statement = z.object({
  reportId: z.string(),
  affiliateId: z.string(),
  affiliateName: z.nullable(z.string()),
  start: payoutDay,
  end: payoutDay,
  timezone: z.string(),
  generatedAt: instant,
  terms: PayoutTermsSchema,
  /** Null if the range is not closed with this report. */
  closing: z.nullable(
    z.object({
      id: z.string(),
      state: z.enum(CLOSING_STATES),
      paidOn: z.nullable(payoutDay),
      paymentReference: z.nullable(z.string()),
    }),
  ),
  /** A week that is closed with another report and shares days with this one. Its statement has the paid amount. */
  closedOtherwise: z.nullable(
    z.object({
      reportId: z.string(),
      start: payoutDay,
      end: payoutDay,
      /** Whether that report has a statement of this affiliate. */
      knowsAffiliate: z.boolean(),
    }),
  ),
  /** The newest calculation of these days, where that is another and none of them is closed. */
  newer: z.nullable(z.object({ reportId: z.string(), knowsAffiliate: z.boolean() })),
  validLeads: z.number(),
  deposits: z.number(),
  cpaComponent: money,
  crgComponent: money,
  extraPayout: money,
  totalPayout: money,
  adjustments: z.array(z.pick(Adjustment, { id: true, kind: true, amount: true, reason: true })),
  due: money,
  geos: z.array(z.object({ geo: z.string(), validLeads: z.number(), deposits: z.number(), payout: money })),
  deals: z.array(StatementDeal),
  extraDeposits: z.array(z.object({ date: payoutDay, geo: z.string(), deposits: z.number(), payout: money })),
})

export type Statement = z.output<typeof Statement>

const params = z.object({ id: text(payoutTexts.notFound), affiliateId: text(statementTexts.notFound) })
/** The result of a message in one chat. */
export const MessageDelivery = z.pick(Delivery, { id: true, chatId: true, status: true, error: true })

export type MessageDelivery = z.output<typeof MessageDelivery>

export const MessagePreview = z.object({
  text: z.string(),
  /** Telegram groups of the affiliate. */
  chatIds: z.array(z.string()),
  /** When it was queued, newest first, of whatever calculation of its days. */
  sent: z.array(z.object({ at: instant, by: z.string() })),
  /** The results of the newest one, as long as they are kept. */
  deliveries: z.array(MessageDelivery),
})

export type MessagePreview = z.output<typeof MessagePreview>

export const statementCalls = {
  read: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/statements/:affiliateId',
    access: 'admin',
    summary: 'The statement of an affiliate: the amount owed in a report and, if its range is closed, the amount paid',
    params,
    answers: { 200: Statement },
    refusals: [400, 404],
  }),
  export: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/statements/:affiliateId/export',
    access: 'admin',
    summary: 'The statement of an affiliate as a file',
    params,
    query: z.object({ format: tableFormat }),
    answers: { 200: namedFile },
    file: Object.values(TABLE_TYPES),
    refusals: [400, 404],
  }),
  preview: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/statements/:affiliateId/message',
    access: 'admin',
    summary: "The Telegram message with an affiliate's statement, and its chats",
    params,
    answers: { 200: MessagePreview },
    refusals: [400, 404],
  }),
  send: defineCall({
    method: 'POST',
    path: '/payouts/reports/:id/statements/:affiliateId/message',
    access: 'admin',
    summary: "Sends the statement to the affiliate's chats, as it was previewed",
    params,
    /** The values of the preview, so that nothing is sent unseen or twice. */
    body: body({
      text: z.string().check(atMost(LONGEST_SOURCE)),
      chatIds: z.array(verbatim).check(atMost(1_000)),
      sent: z.int().check(z.gte(0)),
    }),
    answers: { 202: z.object({ chats: z.number() }) },
    refusals: [400, 404, 409],
  }),
  resend: defineCall({
    method: 'POST',
    path: '/payouts/reports/:id/statements/:affiliateId/message/:deliveryId/resend',
    access: 'admin',
    summary: 'Sends a statement again to a chat where it failed, or where its result is unknown',
    params: z.extend(params, { deliveryId: text(broadcastTexts.notThere) }),
    answers: { 202: MessageDelivery },
    refusals: [400, 404, 409],
  }),
} as const
