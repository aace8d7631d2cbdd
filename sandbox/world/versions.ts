import { dollarsFromCents } from '#domain/kernel/cents.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { DepositRow, LeadRow } from '#sandbox/lead-api/rows.ts'
import type { DepositLife } from './deposits.ts'
import type { LeadLife, LeadStep } from './leads.ts'
import type { Version } from './timeline.ts'

/** A lead's rows in the lead API, one for each step of its life. */
export function versionsOfLead(lead: LeadLife): Version<LeadRow>[] {
  return versionsOf(lead.id, lead.steps, (step) => toLeadRow(lead, step))
}

export function versionsOfDeposit(deposit: DepositLife): Version<DepositRow>[] {
  return versionsOf(deposit.id, deposit.steps, (step) => toDepositRow(deposit, step))
}

function versionsOf<Step extends { at: Instant }, Row>(
  id: string,
  steps: readonly Step[],
  toRow: (step: Step) => Row,
): Version<Row>[] {
  return steps.map((step, index) => ({
    at: step.at,
    id,
    until: steps[index + 1]?.at ?? null,
    toRow: () => toRow(step),
  }))
}

function toLeadRow(lead: LeadLife, step: LeadStep): LeadRow {
  const isFresh = step.at === lead.createdAt
  return {
    id: lead.id,
    createdAt: formatInstant(lead.createdAt),
    ...(isFresh && !lead.namesFirstChange ? {} : { updatedAt: formatInstant(step.at) }),
    geo: step.geo,
    sourceNumber: step.sourceNumber,
    ...(lead.sourceName === null ? {} : { sourceName: lead.sourceName }),
    advertiserId: lead.advertiserId,
    ...(lead.advertiserName === null ? {} : { advertiserName: lead.advertiserName }),
    ...(lead.email === null ? {} : { email: lead.email }),
    ...(step.status === null ? {} : { status: step.status }),
    ...(lead.isTest ? { isTest: true } : {}),
  }
}

function toDepositRow(deposit: DepositLife, step: DepositLife['steps'][number]): DepositRow {
  const { payout } = step
  return {
    id: deposit.id,
    createdAt: formatInstant(deposit.createdAt),
    updatedAt: formatInstant(step.at),
    ...(deposit.leadId === null ? {} : { leadId: deposit.leadId }),
    ...(deposit.email === null ? {} : { email: deposit.email }),
    ...(deposit.geo === null ? {} : { geo: deposit.geo }),
    ...(deposit.sourceNumber === null ? {} : { sourceNumber: deposit.sourceNumber }),
    ...(deposit.advertiserId === null ? {} : { advertiserId: deposit.advertiserId }),
    ...(payout === undefined ? {} : { payout: payout === null ? null : dollarsFromCents(payout) }),
  }
}
