import { zoneOf } from '#domain/kernel/zone.ts'
import { judgeElsewhere } from '#domain/payouts/elsewhere.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import { openReport, type PayoutReport } from '#domain/payouts/report.ts'
import { formatPlace, placeOfDeal, placeOfLead, type Deal, type PayoutLead } from '#domain/payouts/rows.ts'
import type { PayoutWorld } from './payout-worlds.ts'

/** The report of a world, computed in one go. */
export function reportOf(world: PayoutWorld): PayoutReport {
  const zone = zoneOf(world.zone)
  const byPlace = Map.groupBy(world.leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  const leadsOf = (deal: Deal) => byPlace.get(formatPlace(placeOfDeal(deal))) ?? []
  const { start, end } = world.range
  const { own = [], others = [] } = Object.groupBy(world.deals, ({ date }) =>
    date >= start && date <= end ? 'own' : 'others',
  )
  const { leads, deposits, terms } = world
  const rules = { zone, invalidStatuses: readInvalidStatuses(world.invalidStatuses), mostInvalid: terms.mostInvalid }
  // As from the database: of deals elsewhere only the leads that a deposit may be of are kept.
  const mayConvert = (lead: PayoutLead) =>
    deposits.some(
      ({ connector, leadId, emailKey }) =>
        (connector === lead.connector && leadId === lead.id) || (emailKey !== null && emailKey === lead.emailKey),
    )
  const elsewhere = others.map((each) => {
    const judged = judgeElsewhere(each, leadsOf(each), rules)
    return { ...judged, leads: judged.leads.filter(({ lead }) => mayConvert(lead)) }
  })
  const open = openReport({ ...world, zone }, own, { leads, deposits, elsewhere })
  const settled = own.map((each) => open.settle(each, leadsOf(each)))
  return open.close(settled)
}
