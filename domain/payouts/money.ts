import { brandNumber } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'

export const NOTHING: Cents = brandNumber(0)

export function addCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return brandNumber(sum)
}

export function timesCents(count: number, amount: Cents): Cents {
  return brandNumber(count * amount)
}

/**
 * What the guarantee is worth: leads x crg x cpa, rounded once, half up, to the cent. A million leads at a million
 * dollars leave the whole numbers that a float can hold.
 */
export function priceGuarantee(validLeads: number, crg: BasisPoints, cpa: Cents): Cents {
  const hundredMillionths = BigInt(validLeads) * BigInt(crg) * BigInt(cpa)
  return brandNumber(Number((hundredMillionths + 5_000n) / 10_000n))
}
