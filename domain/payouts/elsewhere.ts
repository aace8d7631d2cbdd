import type { Cents } from '#domain/kernel/cents.ts'
import { compareByAge, type Conversions } from './conversions.ts'
import { decideFates, type FatedLead, type FateRules } from './fates.ts'
import { addCents, guaranteeOf, NOTHING, payConversion, priceOf, subtractCents, topUpOf } from './money.ts'
import { formatRow, placeOfDeal, type Deal, type PayoutLead, type Place } from './rows.ts'
import type { PayoutTerms } from './terms.ts'

/** A deal of a day outside the report's range, with the fates of its leads. */
export interface DealElsewhere {
  deal: Deal
  validLeads: number
  /** At least the leads that have a deposit. */
  leads: readonly FatedLead[]
}

/** Judges all leads of a deal, in any order. Leads without a deposit can be dropped afterwards. */
export function judgeElsewhere(deal: Deal, leads: readonly PayoutLead[], rules: FateRules): DealElsewhere {
  const fated = decideFates(deal, leads, rules)
  return { deal, validLeads: fated.filter(({ fate }) => fate === 'valid').length, leads: fated }
}

/** The effect of a conversion on its deal's pay. */
export interface Settlement {
  /** The place of the deal. */
  place: Place
  /** May be less than the price of a conversion, because what it takes off the guarantee's top-up is deducted. */
  payout: Cents
  /** It counts as reported, but nothing was reported. */
  isUnpriced: boolean
  /**
   * Its amount, and the amounts of later conversions, depend on all earlier conversions through the guarantee of the
   * deal.
   */
  isTied: boolean
}

/**
 * Settles the conversions of deals of other days, by the deposit's `formatRow`. In order of age, each is worth the
 * deal's pay with it minus the deal's pay without it, so consecutive ranges come to the same as one long range. The
 * top-up of a pool belongs to the range of the pool and stays as it is.
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
