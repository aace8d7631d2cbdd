import type { Cap } from '#domain/caps/cap.ts'
import { computeLeadPrice } from '#domain/caps/price.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'

/**
 * What leads are worth at the prices of these caps, each counting as much as it plans; rounded down to whole cents. Null
 * where one of them has no price, or nothing is planned.
 */
export function computeWorth(leads: number, caps: readonly Cap[]): Cents | null {
  let [planned, worth] = [0n, 0n]
  for (const cap of caps) {
    const price = computeLeadPrice(cap)
    if (price === null) return null
    planned += BigInt(cap.cap)
    worth += BigInt(cap.cap) * BigInt(price)
  }
  return planned === 0n ? null : brandNumber(Number((worth * BigInt(leads)) / planned))
}
