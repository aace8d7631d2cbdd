import type { Cents } from '#domain/kernel/cents.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { SettledDeal } from '#domain/payouts/deal.ts'
import { judgeElsewhere } from '#domain/payouts/elsewhere.ts'
import { readFateRules } from '#domain/payouts/fates.ts'
import { addCents } from '#domain/payouts/money.ts'
import { placeDeposits } from '#domain/payouts/placement.ts'
import { openReport } from '#domain/payouts/report.ts'
import { formatPlace, placeOfDeal, placeOfLead, type PayoutLead, type Place } from '#domain/payouts/rows.ts'
import { readTerms } from '#domain/payouts/terms.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { listDealsAt, listDepositsOf } from './input-store.ts'
import { addPauses } from './settle-service.ts'

export { listDepositsOf }
export type { PayoutLead, Place, SettledDeal }

/**
 * The current result of deals of one day: the pay for each on its own in a payout report from that day until another,
 * by the current terms. `leads` are all with one of the places, in any order.
 */
export async function settleSoFar(
  db: Database,
  settings: Settings,
  { places, leads, day, until }: { places: readonly Place[]; leads: readonly PayoutLead[]; day: Day; until: Day },
): Promise<SettledDeal[]> {
  if (places.length === 0) return []
  const zone = zoneOf(settings.timezone)
  const range = { start: day, end: until < day ? day : until }
  const question = { zone, range, invalidStatuses: settings.invalidStatuses, terms: readTerms(settings) }
  const [deals, deposits] = await Promise.all([
    listDealsAt(db, places).then((stored) => addPauses(db, question, stored)),
    listDepositsOf(db, leads, places),
  ])
  const report = openReport(question, deals, { deposits, elsewhere: [] })
  const byPlace = Map.groupBy(leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  return deals.map((deal) => report.settle(deal, byPlace.get(formatPlace(placeOfDeal(deal))) ?? []))
}

/**
 * The pay for a lead's deposits out of deal: in a report from the lead's day until another, and in those of the days
 * before for deposits older than their lead. `leads` are all with its place, and may be empty if no deal has it. Null
 * if no deposit counts so.
 */
export async function payOutOfDeal(
  db: Database,
  settings: Settings,
  { place, leads, name, until }: { place: Place; leads: readonly PayoutLead[]; name: LeadName; until: Day },
): Promise<Cents | null> {
  const rules = { ...readTerms(settings), ...readFateRules(settings) }
  const deals = await addPauses(db, { zone: rules.zone, terms: rules }, await listDealsAt(db, [place]))
  const deposits = await listDepositsOf(db, leads.length === 0 ? [name] : leads, [])
  const { day } = place
  const first = deposits.reduce((earliest, { createdAt }) => {
    const own = rules.zone.dayOf(createdAt)
    return own < earliest ? own : earliest
  }, day)
  const before = { start: first, end: addDays(day, -1) }
  const elsewhere = deals.map((deal) => judgeElsewhere(deal, leads, rules))
  const since = { start: day, end: until < day ? day : until }
  const paid = [
    ...placeDeposits({ ...rules, range: before }, [], { deposits, elsewhere }).outOfDeal,
    ...placeDeposits({ ...rules, range: since }, deals, { deposits, elsewhere: [] }).outOfDeal,
  ].filter(({ deposit: { lead } }) => lead?.connector === name.connector && lead.id === name.id)
  return paid.length === 0 ? null : addCents(paid.map(({ payout }) => payout))
}

type LeadName = Pick<PayoutLead, 'connector' | 'id'>
