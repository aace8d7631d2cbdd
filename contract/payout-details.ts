import { z } from 'zod/mini'
import { LEAD_FATES } from '#domain/payouts/fates.ts'
import { DEPOSIT_LISTS } from '#domain/payouts/placed.ts'
import { DEAL_ORDERS, EXTRA_ORDERS } from '#domain/payouts/orders.ts'
import { defineCall } from './call.ts'
import { flag, instant, money, text, verbatim } from './fields.ts'
import { namedFile, TABLE_TYPES, tableFormat } from './file.ts'
import { ExtraDeposit, payoutDay, PayoutDealRow, rowsPage } from './payouts.ts'
import { payoutTexts } from './texts/payouts.ts'

const words = payoutTexts

const report = { id: text(words.notFound) }

export const ReportDeposit = z.object({
  connector: z.string(),
  id: z.string(),
  list: z.enum(DEPOSIT_LISTS),
  capId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** An e-mail was there and was deleted. */
  forgotten: z.boolean(),
  createdAt: instant,
  reported: z.nullable(money),
  /** Its own amount, without its effect on a guarantee. */
  payout: money,
})

export type ReportDeposit = z.output<typeof ReportDeposit>

/** The parts of a report, in pages and as files. */
export const payoutDetailCalls = {
  listDeals: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/deals',
    access: 'admin',
    summary: 'The deals of a report or of one of its affiliates, in pages',
    params: z.object(report),
    query: z.object({
      affiliateId: z.optional(verbatim),
      sort: z.optional(z.enum(DEAL_ORDERS)),
      descending: flag,
      ...rowsPage,
    }),
    emptyKeys: ['affiliateId'],
    answers: { 200: z.object({ total: z.number(), deals: z.array(PayoutDealRow) }) },
    refusals: [400, 404],
  }),
  listExtras: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/extra-deposits',
    access: 'admin',
    summary: 'The rows of out-of-deal deposits of a report or of one of its affiliates, in pages',
    params: z.object(report),
    query: z.object({
      affiliateId: z.optional(verbatim),
      sort: z.optional(z.enum(EXTRA_ORDERS)),
      descending: flag,
      ...rowsPage,
    }),
    emptyKeys: ['affiliateId'],
    answers: { 200: z.object({ total: z.number(), extraDeposits: z.array(ExtraDeposit) }) },
    refusals: [400, 404],
  }),
  listDeposits: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/deposits',
    access: 'admin',
    summary: 'The deposits of a report, of a deal or of a row out of deal, oldest first, in pages',
    params: z.object(report),
    query: z.object({
      capId: z.optional(verbatim),
      list: z.optional(z.enum(DEPOSIT_LISTS)),
      date: z.optional(payoutDay),
      geo: z.optional(verbatim),
      advertiserId: z.optional(verbatim),
      sourceNumber: z.optional(verbatim),
      ...rowsPage,
    }),
    emptyKeys: ['geo', 'advertiserId', 'sourceNumber'],
    answers: {
      200: z.object({
        total: z.number(),
        deposits: z.array(ReportDeposit),
      }),
    },
    refusals: [400, 404],
  }),
  exportDeals: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/export',
    access: 'admin',
    summary: 'The deals and out-of-deal deposits of a report or of one of its affiliates as a file',
    params: z.object(report),
    query: z.object({ affiliateId: z.optional(verbatim), format: tableFormat }),
    emptyKeys: ['affiliateId'],
    answers: { 200: namedFile },
    file: Object.values(TABLE_TYPES),
    refusals: [400, 404],
  }),
  exportLeads: defineCall({
    method: 'GET',
    path: '/payouts/reports/:id/deals/:capId/export',
    access: 'admin',
    summary: 'The leads of a deal with their fates, or those of one fate, as a file',
    params: z.object({ ...report, capId: text(words.noDeal) }),
    query: z.object({ fate: z.optional(z.enum(LEAD_FATES)), format: tableFormat }),
    answers: { 200: namedFile },
    file: Object.values(TABLE_TYPES),
    refusals: [400, 404],
  }),
} as const
