import { z } from 'zod/mini'
import { dollarsFromCents } from '#domain/kernel/cents.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { DepositRow, LeadRow } from '#domain/leads/row.ts'
import { defineCall } from './call.ts'
import { instant } from './fields.ts'
import { LeadTracking } from './leads.ts'

/** A lead as it is read from a feed; what is null was not sent. */
export const SampleLead = z.object({
  id: z.string(),
  createdAt: instant,
  geo: z.string(),
  sourceNumber: z.string(),
  sourceName: z.nullable(z.string()),
  advertiserId: z.string(),
  advertiserName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: z.nullable(z.string()),
  tracking: LeadTracking,
})

export const SampleDeposit = z.object({
  id: z.string(),
  createdAt: z.nullable(instant),
  leadId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Dollars. */
  payout: z.nullable(z.number()),
})

/** A lead as it goes over the wire, without what only the sync needs of it. */
export function writeSampleLead(lead: LeadRow): z.input<typeof SampleLead> {
  const { id, geo, sourceNumber, sourceName, advertiserId, advertiserName, email, status, tracking } = lead
  const createdAt = formatInstant(lead.createdAt)
  return { id, createdAt, geo, sourceNumber, sourceName, advertiserId, advertiserName, email, status, tracking }
}

/** As for leads; its payout in dollars. */
export function writeSampleDeposit(deposit: DepositRow): z.input<typeof SampleDeposit> {
  const { id, createdAt, leadId, email, payout } = deposit
  const dollars = payout === null ? null : dollarsFromCents(payout)
  return { id, createdAt: formatOptionalInstant(createdAt), leadId, email, payout: dollars }
}

/** What one feed answered when it was asked for its first rows. */
export const ConnectorSample = z.object({
  connector: z.string(),
  ok: z.boolean(),
  message: z.string(),
  leads: z.array(SampleLead),
  deposits: z.array(SampleDeposit),
  /** Why rows of that page cannot be used, the first few of them. */
  badRows: z.array(z.string()),
})

export type ConnectorSample = z.output<typeof ConnectorSample>

export const feedTestCalls = {
  test: defineCall({
    method: 'POST',
    path: '/lead-sync/test',
    access: 'admin',
    summary: 'Reads one page of each lead feed and shows its first rows as they are read; stores nothing',
    answers: { 200: z.object({ ok: z.boolean(), message: z.string(), connectors: z.array(ConnectorSample) }) },
  }),
} as const
