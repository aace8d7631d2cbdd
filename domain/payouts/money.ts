import { brandNumber } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Deal, PayoutDeposit, Price } from './rows.ts'
import type { PayoutTerms, PriceSource } from './terms.ts'

export const NOTHING: Cents = brandNumber(0)

export function addCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return brandNumber(sum)
}

export function subtractCents(amount: Cents, less: Cents): Cents {
  return brandNumber(amount - less)
}

/** What is missing to an amount; nothing where it is reached. */
export function missingTo(amount: Cents, reached: Cents): Cents {
  return brandNumber(Math.max(0, amount - reached))
}

/** Valid leads with their guaranteed rate, and the price of a conversion. */
export interface Guarantee {
  validLeads: number
  crg: BasisPoints
  cpa: Cents
}

/**
 * What guarantees are worth together: leads x crg x cpa, rounded once, half up, to the cent. Of whole conversions what
 * is above the whole number of all is left out, at the mean price where there are several. A million leads at a million
 * dollars leave the whole numbers that a float can hold.
 */
export function priceGuarantees(guarantees: readonly Guarantee[], conversions: PayoutTerms['conversions']): Cents {
  const exact = guarantees.reduce((sum, each) => sum + priceExactly(each), 0n)
  if (conversions === 'fractional') return brandNumber(Number((exact + 5_000n) / 10_000n))
  const earned = guarantees.reduce((sum, { validLeads, crg }) => sum + BigInt(validLeads) * BigInt(crg), 0n)
  if (earned === 0n) return NOTHING
  return brandNumber(Number((2n * (earned / 10_000n) * exact + earned) / (2n * earned)))
}

/** In ten-thousandths of a cent. */
export function priceExactly({ validLeads, crg, cpa }: Guarantee): bigint {
  return BigInt(validLeads) * BigInt(crg) * BigInt(cpa)
}

/**
 * Shares an amount out by weights of at least 0, to the cent and to the last cent: each gets its part rounded down, and
 * the cents that are left go to those that lost most by it, the first of equals. All weights 0: nobody gets anything.
 */
export function shareOut(amount: Cents, weights: readonly bigint[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights.map(() => NOTHING)
  const parts = weights.map((weight) => (BigInt(amount) * weight) / whole)
  const left = Number(BigInt(amount) - parts.reduce((sum, part) => sum + part, 0n))
  const byLoss = weights
    .map((weight, at) => ({ at, lost: (BigInt(amount) * weight) % whole }))
    .toSorted((a, b) => (a.lost === b.lost ? a.at - b.at : a.lost > b.lost ? -1 : 1))
  const lucky = new Set(byLoss.slice(0, left).map(({ at }) => at))
  return parts.map((part, at) => brandNumber(Number(part) + (lucky.has(at) ? 1 : 0)))
}

/** The price by which a deal is paid. */
export function priceOf(deal: Deal, source: PriceSource): Price {
  return source === 'affiliateCap' && deal.affiliatePrice ? deal.affiliatePrice : deal
}

/** What one conversion of a valid lead is paid; without a CPA what was reported of it. */
export function payConversion({ cpa }: Price, conversion: PayoutDeposit): Cents {
  return cpa ?? conversion.payout ?? NOTHING
}

/** What a price guarantees for valid leads; null where it guarantees nothing. */
export function guaranteeOf({ cpa, crg }: Price, validLeads: number): Guarantee | null {
  return cpa === null || crg === null ? null : { validLeads, crg, cpa }
}

/** What a deal adds, on its own, to what its conversions were paid, so that the guarantee is reached. */
export function topUpOf(price: Price, validLeads: number, paid: Cents, conversions: PayoutTerms['conversions']): Cents {
  const guarantee = guaranteeOf(price, validLeads)
  return guarantee ? missingTo(priceGuarantees([guarantee], conversions), paid) : NOTHING
}
