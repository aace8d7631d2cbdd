import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { FatedLead } from './fates.ts'
import { addCents, NOTHING, priceGuarantee, timesCents } from './money.ts'
import type { Deal, PayoutDeposit, PayoutLead } from './rows.ts'

/** The deposits of a deal, each in one of the lists. */
export interface DealDeposits {
  /** Conversions of valid leads. */
  inside: PayoutDeposit[]
  /** Conversions of leads with another fate. */
  outside: PayoutDeposit[]
  /** No lead is known, but the deal has their place. */
  unmatched: PayoutDeposit[]
}

export interface DealMoney {
  cpaComponent: Cents
  crgComponent: Cents
  extras: Cents
  total: Cents
}

/** A deal with all its leads and deposits, and what is paid for it. */
export interface SettledDeal {
  deal: Deal
  /** Oldest first. */
  leads: FatedLead[]
  validLeads: number
  /** How many leads each invalid status took, spelled as in the list. */
  invalidStatuses: Map<string, number>
  outsideWorkingHours: number
  capped: number
  deposits: DealDeposits
  money: DealMoney
  /** Deposits whose reported payout counts here, though none was reported. */
  unpriced: number
}

/** What was decided of the deposits before the leads of a deal are looked at. */
export interface DealInput {
  leads: readonly FatedLead[]
  /** The conversion of a lead, where it lies in the range; by the lead's `formatRow`. */
  conversionOf: (lead: PayoutLead) => PayoutDeposit | undefined
  unmatched: readonly PayoutDeposit[]
}

/** Docs/rules.md, Payout report 4 and 5. */
export function settleDeal(deal: Deal, { leads, conversionOf, unmatched }: DealInput): SettledDeal {
  const ofFate = Map.groupBy(leads, ({ fate }) => fate)
  const count = (fate: FatedLead['fate']) => ofFate.get(fate)?.length ?? 0
  const validLeads = count('valid')
  const deposits: DealDeposits = { inside: [], outside: [], unmatched: [...unmatched] }
  for (const { lead, fate } of leads) {
    const conversion = conversionOf(lead)
    if (conversion) deposits[fate === 'valid' ? 'inside' : 'outside'].push(conversion)
  }
  return {
    deal,
    leads: [...leads],
    validLeads,
    invalidStatuses: tallyStatuses(ofFate.get('invalid') ?? []),
    outsideWorkingHours: count('outsideWorkingHours'),
    capped: count('capped'),
    deposits,
    money: priceDeal(deal, validLeads, deposits),
    unpriced: listReported(deal, deposits).filter(({ payout }) => payout === null).length,
  }
}

/** In percent; 0 where no lead is valid. */
export function computeConversionRate(settled: SettledDeal): number {
  return settled.validLeads === 0 ? 0 : (100 * settled.deposits.inside.length) / settled.validLeads
}

export function countDeposits({ deposits }: SettledDeal): { extras: number; total: number } {
  const extras = deposits.outside.length + deposits.unmatched.length
  return { extras, total: deposits.inside.length + extras }
}

export function sumReported(deposits: readonly PayoutDeposit[]): Cents {
  return addCents(deposits.map(({ payout }) => payout ?? NOTHING))
}

function priceDeal(deal: Deal, validLeads: number, { inside, outside, unmatched }: DealDeposits): DealMoney {
  const { cpa, crg } = deal
  const cpaComponent = cpa === null ? sumReported(inside) : timesCents(inside.length, cpa)
  const guarantee = cpa === null || crg === null ? NOTHING : priceGuarantee(validLeads, crg, cpa)
  const crgComponent = brandNumber<Cents>(Math.max(0, guarantee - cpaComponent))
  const extras = sumReported([...outside, ...unmatched])
  return { cpaComponent, crgComponent, extras, total: addCents([cpaComponent, crgComponent, extras]) }
}

/** The deposits that are paid as they were reported. */
function listReported({ cpa }: Deal, { inside, outside, unmatched }: DealDeposits): PayoutDeposit[] {
  return [...(cpa === null ? inside : []), ...outside, ...unmatched]
}

function tallyStatuses(leads: readonly FatedLead[]): Map<string, number> {
  const tally = new Map<string, number>()
  for (const { invalidStatus } of leads) {
    if (invalidStatus !== null) tally.set(invalidStatus, (tally.get(invalidStatus) ?? 0) + 1)
  }
  return tally
}
