import type { Cents } from '#domain/kernel/cents.ts'
import { tallyFates, type FatedLead } from './fates.ts'
import {
  addCents,
  guaranteeOf,
  NOTHING,
  payConversion,
  priceGuarantees,
  priceOf,
  subtractCents,
  topUpOf,
} from './money.ts'
import type { Deal, PayoutDeposit, PayoutLead, Price } from './rows.ts'
import type { PayoutTerms, PriceSource } from './terms.ts'

/** The deposits of a deal, each in one of the lists. */
export interface DealDeposits {
  /** Conversions of valid leads. */
  inside: PayoutDeposit[]
  /** Conversions of leads with another fate. */
  outside: PayoutDeposit[]
  /** No lead is known, but the deal has the deposit's place. */
  unmatched: PayoutDeposit[]
}

export interface DealMoney {
  cpaComponent: Cents
  crgComponent: Cents
  extras: Cents
  total: Cents
}

/** How far a guarantee is reached by the pay for conversions, of one deal or of all deals of its pool. */
export interface ReachedGuarantee {
  /** The same for all deals that reach it together. */
  name: string
  worth: Cents
  reached: Cents
}

/** The amount that brokers pay for a deal, and the amount that its affiliate is owed by the affiliate cap's price. */
export interface Margin {
  income: Cents
  owed: Cents
}

/** A deal with all its leads and deposits, and its pay. */
export interface SettledDeal {
  deal: Deal
  /** The price that pays the deal. */
  price: Price
  /** Oldest first. */
  leads: FatedLead[]
  validLeads: number
  /** Number of leads per invalid status, with the spelling of the list. */
  invalidStatuses: Map<string, number>
  outsideWorkingHours: number
  paused: number
  capped: number
  deposits: DealDeposits
  money: DealMoney
  /** The amounts by either price: what brokers pay, and what affiliates are owed if their caps have prices. */
  moneyBy: Record<PriceSource, DealMoney>
  /** The guarantee of its price; null if it has none. */
  guarantee: ReachedGuarantee | null
  /** Deposits that count their reported payout although none was reported. */
  unpriced: number
}

/** Decisions about the deposits, made before the leads of a deal are read. */
export interface DealInput {
  leads: readonly FatedLead[]
  /** The conversion of a lead, if it lies in the range. */
  conversionOf: (lead: PayoutLead) => PayoutDeposit | undefined
  /** The conversion of a lead, if it came before the range and was settled then. */
  earlierConversionOf: (lead: PayoutLead) => PayoutDeposit | undefined
  unmatched: readonly PayoutDeposit[]
}

/** Settles a deal. Docs/rules.md, Payout report 4 and 5. */
export function settleDeal(
  deal: Deal,
  { leads, conversionOf, earlierConversionOf, unmatched }: DealInput,
  terms: PayoutTerms,
): SettledDeal {
  const { valid: validLeads, invalid, outsideWorkingHours, paused, capped } = tallyFates(leads)
  const deposits: DealDeposits = { inside: [], outside: [], unmatched: [...unmatched] }
  for (const { lead, fate } of leads) {
    const conversion = conversionOf(lead)
    if (conversion) deposits[fate === 'valid' ? 'inside' : 'outside'].push(conversion)
  }
  const earlier = leads.flatMap(({ lead, fate }) => (fate === 'valid' && earlierConversionOf(lead)) || [])
  const pay = (source: PriceSource) =>
    priceDeal(priceOf(deal, source), { validLeads, deposits, earlier }, terms.conversions)
  const moneyBy = { deal: pay('deal'), affiliateCap: pay('affiliateCap') }
  const price = priceOf(deal, terms.priceBy)
  return {
    deal,
    price: { cpa: price.cpa, crg: price.crg },
    leads: [...leads],
    validLeads,
    invalidStatuses: invalid,
    outsideWorkingHours,
    paused,
    capped,
    deposits,
    money: moneyBy[terms.priceBy],
    moneyBy,
    guarantee: describeGuarantee(deal, price, { validLeads, deposits, earlier }, terms.conversions),
    unpriced: listReported(price, deposits).filter(({ payout }) => payout === null).length,
  }
}

/** Null if the affiliate cap has no price. */
export function marginOf({ deal, moneyBy }: SettledDeal): Margin | null {
  return deal.affiliatePrice && { income: moneyBy.deal.total, owed: moneyBy.affiliateCap.total }
}

/** Applies a pool to a deal, by the price of one source. */
export function withPool(
  settled: SettledDeal,
  source: PriceSource,
  { topUp, guarantee, isPaid }: { topUp: Cents; guarantee: ReachedGuarantee; isPaid: boolean },
): SettledDeal {
  const { cpaComponent, extras } = settled.moneyBy[source]
  const money = { cpaComponent, crgComponent: topUp, extras, total: addCents([cpaComponent, topUp, extras]) }
  const moneyBy = { ...settled.moneyBy, [source]: money }
  return isPaid ? { ...settled, moneyBy, money, guarantee } : { ...settled, moneyBy }
}

/** In percent; 0 if no lead is valid. */
export function computeConversionRate(settled: SettledDeal): number {
  return settled.validLeads === 0 ? 0 : (100 * settled.deposits.inside.length) / settled.validLeads
}

export function countDeposits({ deposits }: SettledDeal): { extras: number; total: number } {
  const extras = deposits.outside.length + deposits.unmatched.length
  return { extras, total: deposits.inside.length + extras }
}

function sumReported(deposits: readonly PayoutDeposit[]): Cents {
  return addCents(deposits.map(({ payout }) => payout ?? NOTHING))
}

/** The quantities of a deal that its price applies to. */
interface Delivered {
  validLeads: number
  deposits: DealDeposits
  earlier: readonly PayoutDeposit[]
}

function describeGuarantee(
  { capId }: Deal,
  price: Price,
  { validLeads, deposits, earlier }: Delivered,
  conversions: PayoutTerms['conversions'],
): ReachedGuarantee | null {
  const guarantee = guaranteeOf(price, validLeads)
  if (!guarantee) return null
  const reached = addCents([...deposits.inside, ...earlier].map((deposit) => payConversion(price, deposit)))
  return { name: capId, worth: priceGuarantees([guarantee], conversions), reached }
}

/** Earlier conversions were paid when they came. Here they reduce the guarantee that is left to reach. */
function priceDeal(
  price: Price,
  { validLeads, deposits, earlier }: Delivered,
  conversions: PayoutTerms['conversions'],
): DealMoney {
  const pay = (list: readonly PayoutDeposit[]) => addCents(list.map((deposit) => payConversion(price, deposit)))
  const topUp = (paid: Cents) => topUpOf(price, validLeads, paid, conversions)
  const [cpaComponent, before] = [pay(deposits.inside), pay(earlier)]
  const settledBefore = subtractCents(topUp(before), topUp(NOTHING))
  const crgComponent = subtractCents(topUp(addCents([before, cpaComponent])), settledBefore)
  const extras = sumReported([...deposits.outside, ...deposits.unmatched])
  return { cpaComponent, crgComponent, extras, total: addCents([cpaComponent, crgComponent, extras]) }
}

/** The deposits that are paid as reported. */
function listReported({ cpa }: Price, { inside, outside, unmatched }: DealDeposits): PayoutDeposit[] {
  return [...(cpa === null ? inside : []), ...outside, ...unmatched]
}
