import type { Cents } from '#domain/kernel/cents.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { groupExtras, sum, totalAffiliates, type AffiliateTotal, type ExtraDeposits } from './affiliates.ts'
import { settleDeal, type SettledDeal } from './deal.ts'
import { decideFates, readInvalidStatuses } from './fates.ts'
import { addCents } from './money.ts'
import { placeDeposits, type DepositInput } from './placement.ts'
import { formatPlace, formatRow, placeOfDeal, type Deal, type DayRange, type PayoutLead } from './rows.ts'

/** What a report is asked, and the rules that are settings. */
export interface ReportQuestion {
  zone: Zone
  /** Local days in that zone. */
  range: DayRange
  invalidStatuses: readonly string[]
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
  /** Deposits that would be paid as reported, of which nothing was reported. */
  unpricedDeposits: number
}

export interface PayoutReport {
  totals: ReportTotals
  affiliates: AffiliateTotal[]
  extraDeposits: ExtraDeposits[]
}

/** A report in the making: deals are settled one by one, so that no more than one deal's leads are in memory. */
export interface OpenReport {
  /** `leads` are all that have the deal's place, in any order. */
  settle(deal: Deal, leads: readonly PayoutLead[]): SettledDeal
  /** Sums up what was settled; the same whatever the order. */
  close(settled: readonly SettledDeal[]): PayoutReport
}

/** Computes what affiliates are owed (docs/rules.md, Payout report). Every deal is settled once. */
export function openReport(question: ReportQuestion, deals: readonly Deal[], input: DepositInput): OpenReport {
  const placement = placeDeposits(question, deals, input)
  const rules = { zone: question.zone, invalidStatuses: readInvalidStatuses(question.invalidStatuses) }
  return {
    settle(deal, leads) {
      return settleDeal(deal, {
        leads: decideFates(deal, leads, rules),
        conversionOf: (lead) => placement.conversions.get(formatRow(lead)),
        unmatched: placement.unmatched.get(formatPlace(placeOfDeal(deal))) ?? [],
      })
    },
    close(settled) {
      const extraDeposits = groupExtras(placement.outOfDeal)
      const affiliates = totalAffiliates(settled.toSorted(compareDeals), extraDeposits)
      return { totals: totalReport(affiliates), affiliates, extraDeposits }
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
  }
}

function countUnpriced({ deals, extraDeposits }: AffiliateTotal): number {
  const outOfDeal = extraDeposits.flatMap(({ deposits }) => deposits)
  return sum(deals, ({ unpriced }) => unpriced) + outOfDeal.filter(({ payout }) => payout === null).length
}

/** By day, then by place. */
function compareDeals(a: SettledDeal, b: SettledDeal): number {
  const [one, other] = [formatPlace(placeOfDeal(a.deal)), formatPlace(placeOfDeal(b.deal))]
  return one < other ? -1 : one > other ? 1 : 0
}
