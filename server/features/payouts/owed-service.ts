import { zoneOf } from '#domain/kernel/zone.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { SettledDeal } from '#domain/payouts/deal.ts'
import { openReport } from '#domain/payouts/report.ts'
import { formatPlace, placeOfDeal, placeOfLead, type PayoutLead, type Place } from '#domain/payouts/rows.ts'
import { readTerms } from '#domain/payouts/terms.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { listDealsAt, listDepositsOf } from './input-store.ts'
import { addPauses } from './settle-service.ts'

export type { PayoutLead, Place, SettledDeal }

/**
 * What deals of one day came to so far: what a payout report from that day until another would pay for each on its own, by
 * the terms that are set. `leads` are all that have one of the places, in any order.
 */
export async function settleSoFar(
  db: Database,
  settings: Settings,
  { places, leads, day, until }: { places: readonly Place[]; leads: readonly PayoutLead[]; day: Day; until: Day },
): Promise<SettledDeal[]> {
  const stored = await listDealsAt(db, places)
  if (stored.length === 0) return []
  const zone = zoneOf(settings.timezone)
  const range = { start: day, end: until < day ? day : until }
  const question = { zone, range, invalidStatuses: settings.invalidStatuses, terms: readTerms(settings) }
  const deals = await addPauses(db, question, stored)
  const deposits = await listDepositsOf(db, leads, places)
  const report = openReport(question, deals, { deposits, elsewhere: [] })
  const byPlace = Map.groupBy(leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  return deals.map((deal) => report.settle(deal, byPlace.get(formatPlace(placeOfDeal(deal))) ?? []))
}
