import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { addMargins, groupExtras, sum, totalAffiliates, type AffiliateTotal, type ExtraDeposits } from './affiliates.ts'
import { PlacedConversions } from './conversions.ts'
import { settleDeal, type Margin, type SettledDeal } from './deal.ts'
import { decideFates, readInvalidStatuses } from './fates.ts'
import { addCents } from './money.ts'
import { placeDeposits, type DepositInput } from './placement.ts'
import { poolGuarantees } from './pool.ts'
import { formatPlace, placeOfDeal, type Deal, type PayoutLead } from './rows.ts'
import type { PayoutTerms } from './terms.ts'

/** The input of a report, with the rules that are settings. */
export interface ReportQuestion {
  zone: Zone
  /** Local days in `zone`. */
  range: DayRange
  invalidStatuses: readonly string[]
  terms: PayoutTerms
}

export interface ReportTotals {
  validLeads: number
  /** Every deposit of the range. */
  deposits: number
  /** All CPA, all extras and all deposits out of deal. */
  cpaWithExtras: Cents
  /** All top-ups. */
  crgNet: Cents
  totalPayout: Cents
  /** Deposits that are paid as reported but have no reported payout. */
  unpricedDeposits: number
  /** Over the deals whose affiliate cap has a price; null if none has. */
  margin: Margin | null
}

export interface PayoutReport {
  totals: ReportTotals
  /** By day and place, with their final pay. */
  deals: SettledDeal[]
  affiliates: AffiliateTotal[]
  extraDeposits: ExtraDeposits[]
}

/** A report in the making. Deals are settled one by one, so only one deal's leads are in memory. */
export interface OpenReport {
  /** `leads` are all leads with the deal's place, in any order. */
  settle(deal: Deal, leads: readonly PayoutLead[]): SettledDeal
  /** Sums up the settled deals, in any order. */
  close(settled: readonly SettledDeal[]): PayoutReport
}

/** Computes the amounts that affiliates are owed (docs/rules.md, Payout report). Every deal is settled once. */
export function openReport(question: ReportQuestion, deals: readonly Deal[], input: DepositInput): OpenReport {
  const { terms, zone, range } = question
  const rules = { ...terms, zone, range, invalidStatuses: readInvalidStatuses(question.invalidStatuses) }
  const placement = placeDeposits(rules, deals, input)
  // The top-up of a pool belongs to its range, so earlier conversions take nothing off it.
  const earlier = terms.guarantee === 'pool' ? new PlacedConversions() : placement.earlier
  return {
    settle(deal, leads) {
      const place = formatPlace(placeOfDeal(deal))
      const dealInput = {
        leads: decideFates(deal, leads, rules),
        conversionOf: placement.conversions.at(place),
        earlierConversionOf: earlier.at(place),
        unmatched: placement.unmatched.get(place) ?? [],
      }
      return settleDeal(deal, dealInput, terms)
    },
    close(settled) {
      const extraDeposits = groupExtras(placement.outOfDeal)
      const inOrder = settled.toSorted(compareDeals)
      const paid = terms.guarantee === 'pool' ? poolGuarantees(inOrder, terms) : inOrder
      const affiliates = totalAffiliates(paid, extraDeposits)
      return { totals: totalReport(affiliates), deals: paid, affiliates, extraDeposits }
    },
  }
}

function totalReport(affiliates: readonly AffiliateTotal[]): ReportTotals {
  const cpaWithExtras = addCents(affiliates.flatMap(({ cpaComponent, extraPayout }) => [cpaComponent, extraPayout]))
  const crgNet = addCents(affiliates.map(({ crgComponent }) => crgComponent))
  return {
    validLeads: sum(affiliates, ({ validLeads }) => validLeads),
    deposits: sum(affiliates, ({ deposits }) => deposits),
    cpaWithExtras,
    crgNet,
    totalPayout: addCents([cpaWithExtras, crgNet]),
    unpricedDeposits: sum(affiliates, countUnpriced),
    margin: addMargins(affiliates.map(({ margin }) => margin)),
  }
}

function countUnpriced({ deals, extraDeposits }: AffiliateTotal): number {
  const outOfDeal = extraDeposits.flatMap(({ deposits }) => deposits)
  return sum(deals, ({ unpriced }) => unpriced) + outOfDeal.filter(({ isUnpriced }) => isUnpriced).length
}

/** By day, then by place. */
function compareDeals(a: SettledDeal, b: SettledDeal): number {
  return compareCodePoints(formatPlace(placeOfDeal(a.deal)), formatPlace(placeOfDeal(b.deal)))
}
