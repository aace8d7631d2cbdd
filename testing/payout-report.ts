import { zoneOf } from '#domain/kernel/zone.ts'
import { judgeElsewhere } from '#domain/payouts/elsewhere.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import { openReport, type PayoutReport } from '#domain/payouts/report.ts'
import { formatPlace, placeOfDeal, placeOfLead, type Deal } from '#domain/payouts/rows.ts'
import { findLead } from './payout-reference.ts'
import type { PayoutWorld } from './payout-worlds.ts'

/** The report of a world, computed in one go, each deposit's lead found by the plain reading of the rules. */
export function reportOf(world: PayoutWorld): PayoutReport {
  const zone = zoneOf(world.zone)
  const byPlace = Map.groupBy(world.leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  const leadsOf = (deal: Deal) => byPlace.get(formatPlace(placeOfDeal(deal))) ?? []
  const { start, end } = world.range
  const { own = [], others = [] } = Object.groupBy(world.deals, ({ date }) =>
    date >= start && date <= end ? 'own' : 'others',
  )
  const { terms } = world
  const deposits = world.deposits.map(({ leadId, ...deposit }) => ({
    ...deposit,
    lead: findLead(world.leads, { ...deposit, leadId }) ?? null,
  }))
  const rules = { ...terms, zone, invalidStatuses: readInvalidStatuses(world.invalidStatuses) }
  // As from the database: of deals elsewhere only the leads that have a deposit are kept.
  const owners = new Set(deposits.map(({ lead }) => lead))
  const elsewhere = others.map((each) => {
    const judged = judgeElsewhere(each, leadsOf(each), rules)
    return { ...judged, leads: judged.leads.filter(({ lead }) => owners.has(lead)) }
  })
  const open = openReport({ ...world, zone }, own, { deposits, elsewhere })
  const settled = own.map((each) => open.settle(each, leadsOf(each)))
  return open.close(settled)
}
