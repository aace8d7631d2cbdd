import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { LeadOfDeposit, PayoutDeposit, PayoutLead } from './rows.ts'

/** What is known of a deposit: its lead, and whether it is that lead's one conversion. */
export interface Attribution {
  lead: LeadOfDeposit | null
  isConversion: boolean
}

/**
 * Finds the lead of each deposit, by its id or else its e-mail, and the conversion of each lead (docs/rules.md, Payout
 * report 3). Needs, of the deposits that are asked about, all their leads and all other deposits of those leads,
 * whatever their age.
 */
export function attributeDeposits(
  leads: readonly LeadOfDeposit[],
  deposits: readonly PayoutDeposit[],
): Map<PayoutDeposit, Attribution> {
  const find = indexLeads(leads)
  const conversions = new Map<LeadOfDeposit, PayoutDeposit>()
  const found = deposits.map((deposit) => ({ deposit, lead: find(deposit) }))
  for (const { deposit, lead } of found) {
    if (!lead) continue
    const first = conversions.get(lead)
    if (!first || compareByAge(deposit, first) < 0) conversions.set(lead, deposit)
  }
  return new Map(
    found.map(({ deposit, lead }) => [
      deposit,
      { lead, isConversion: lead !== null && conversions.get(lead) === deposit },
    ]),
  )
}

/** Oldest first; of the same instant the smaller id. */
export function compareByAge(
  a: Pick<PayoutLead, 'createdAt' | 'id' | 'connector'>,
  b: Pick<PayoutLead, 'createdAt' | 'id' | 'connector'>,
): number {
  return a.createdAt - b.createdAt || compareCodePoints(a.id, b.id) || compareCodePoints(a.connector, b.connector)
}

function indexLeads(leads: readonly LeadOfDeposit[]): (deposit: PayoutDeposit) => LeadOfDeposit | null {
  const byId = new Map([...Map.groupBy(leads, ({ connector }) => connector)].map(indexById))
  const byEmail = Map.groupBy(leads, ({ emailKey }) => emailKey)
  byEmail.delete(null)
  return (deposit) => {
    const { leadId, connector, emailKey } = deposit
    const named = leadId === null ? undefined : byId.get(connector)?.get(leadId)
    if (named) return named
    const namesakes = (emailKey !== null && byEmail.get(emailKey)) || []
    return findLatest(namesakes.filter((lead) => mayOwn(lead, deposit)))
  }
}

function indexById([connector, leads]: [string, LeadOfDeposit[]]): [string, Map<string, LeadOfDeposit>] {
  return [connector, new Map(leads.map((lead) => [lead.id, lead]))]
}

/** What the deposit does not name contradicts nothing. */
function mayOwn(lead: LeadOfDeposit, { createdAt, advertiserId, sourceNumber }: PayoutDeposit): boolean {
  return (
    lead.createdAt <= createdAt &&
    (advertiserId === null || advertiserId === lead.advertiserId) &&
    (sourceNumber === null || foldSource(sourceNumber) === foldSource(lead.sourceNumber))
  )
}

function findLatest(leads: readonly LeadOfDeposit[]): LeadOfDeposit | null {
  return leads.reduce<LeadOfDeposit | null>(
    (latest, lead) => (latest && compareByAge(latest, lead) > 0 ? latest : lead),
    null,
  )
}
