import type { Cents } from '#domain/kernel/cents.ts'
import { compareByAge, type Conversions } from './conversions.ts'
import { decideFates, type FatedLead, type FateRules } from './fates.ts'
import { addCents, guaranteeOf, NOTHING, payConversion, priceOf, subtractCents, topUpOf } from './money.ts'
import { formatRow, placeOfDeal, type Deal, type PayoutLead, type Place } from './rows.ts'
import type { PayoutTerms } from './terms.ts'

/** A deal of other days than the report's, with what became of its leads. */
export interface DealElsewhere {
  deal: Deal
  validLeads: number
  /** At least those that have a deposit. */
  leads: readonly FatedLead[]
}

/** Judges all leads of a deal, in any order. Those without a deposit can be dropped from then on. */
export function judgeElsewhere(deal: Deal, leads: readonly PayoutLead[], rules: FateRules): DealElsewhere {
  const fated = decideFates(deal, leads, rules)
  return { deal, validLeads: fated.filter(({ fate }) => fate === 'valid').length, leads: fated }
}

/** What a conversion changes of what its deal pays. */
export interface Settlement {
  /** The deal's. */
  place: Place
  /** May be less than the price of a conversion: what it takes off the guarantee's top-up is taken off here. */
  payout: Cents
  /** It counts as it was reported, and nothing was. */
  isUnpriced: boolean
  /** What it counts, and what later ones will, depends on all conversions before it, by the guarantee of its deal. */
  isTied: boolean
}

/**
 * Settles the conversions of deals of other days, by the deposit's `formatRow`. One after the other, oldest first, each
 * is worth what the deal would pay with it less what it would pay without it, so that ranges that follow each other come
 * to the same as the long one. The top-up of a pool belongs to the range of the pool and stays as it is.
 */
export function settleElsewhere(
  elsewhere: readonly DealElsewhere[],
  conversions: Conversions,
  rules: PayoutTerms,
): Map<string, Settlement> {
  return new Map(elsewhere.flatMap((each) => settleOne(each, conversions, rules)))
}

function settleOne(
  { deal, validLeads, leads }: DealElsewhere,
  conversions: Conversions,
  rules: PayoutTerms,
): [string, Settlement][] {
  const price = priceOf(deal, rules.priceBy)
  const isGuaranteed = rules.guarantee === 'deal' && guaranteeOf(price, validLeads) !== null
  const topUp = (paid: Cents) =>
    rules.guarantee === 'pool' ? NOTHING : topUpOf(price, validLeads, paid, rules.conversions)
  const converted = leads.flatMap(({ lead, fate }) => {
    const deposit = conversions.of(lead)
    return deposit ? [{ deposit, isValid: fate === 'valid' }] : []
  })
  let paid = NOTHING
  return converted
    .toSorted((a, b) => compareByAge(a.deposit, b.deposit))
    .map(({ deposit, isValid }) => {
      const isUnpriced = deposit.payout === null && !(isValid && price.cpa !== null)
      const settlement = (payout: Cents): [string, Settlement] => [
        formatRow(deposit),
        { place: placeOfDeal(deal), payout, isUnpriced, isTied: isValid && isGuaranteed },
      ]
      if (!isValid) return settlement(deposit.payout ?? NOTHING)
      const before = paid
      paid = addCents([paid, payConversion(price, deposit)])
      return settlement(addCents([subtractCents(paid, before), subtractCents(topUp(paid), topUp(before))]))
    })
}
