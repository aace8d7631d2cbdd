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

/** The amount missing to a target; 0 if it is reached. */
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
 * The joint amount of guarantees: leads x crg x cpa, rounded once, half up, to the cent. With whole conversions, the
 * fraction of the total number is dropped, at the mean price if there are several. It uses big integers, because a
 * million leads at a million dollars exceed the whole numbers that a float can hold.
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
 * Shares an amount by weights of at least 0, to the last cent: each part is rounded down, and the remaining cents go to
 * the parts that lost most by rounding, the first of equals first. If all weights are 0, all parts are 0.
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

/** The price that pays a deal. */
export function priceOf(deal: Deal, source: PriceSource): Price {
  return source === 'affiliateCap' && deal.affiliatePrice ? deal.affiliatePrice : deal
}

/** The pay for one conversion of a valid lead; without a CPA its reported payout. */
export function payConversion({ cpa }: Price, conversion: PayoutDeposit): Cents {
  return cpa ?? conversion.payout ?? NOTHING
}

/** The guarantee of a price for valid leads; null if it guarantees nothing. */
export function guaranteeOf({ cpa, crg }: Price, validLeads: number): Guarantee | null {
  return cpa === null || crg === null ? null : { validLeads, crg, cpa }
}

/** The amount that a deal on its own adds to the pay for its conversions, so that the guarantee is reached. */
export function topUpOf(price: Price, validLeads: number, paid: Cents, conversions: PayoutTerms['conversions']): Cents {
  const guarantee = guaranteeOf(price, validLeads)
  return guarantee ? missingTo(priceGuarantees([guarantee], conversions), paid) : NOTHING
}
