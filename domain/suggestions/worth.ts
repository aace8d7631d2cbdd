import { type Cap, computeLeadPrice } from '#domain/caps/cap.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { Forecast } from './forecast.ts'
import { chanceBelow, findQuantiles, takeShare } from './counts.ts'

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

/** Equally likely ends of a day. */
const ENDS = 20
const CHANCES = Array.from({ length: ENDS }, (_, index) => (index + 0.5) / ENDS)

/** Totals of today that are all as likely, in order: what is expected of any rule about them is its mean over these. */
export function listEnds({ delivered, rest }: Forecast): number[] {
  return findQuantiles(rest, CHANCES).map((more) => delivered + more)
}

/** Leads that come for a cap, and are not too many for it. */
export function expectWithin(ends: readonly number[], cap: number): number {
  return ends.reduce((sum, end) => sum + Math.min(end, cap), 0) / ends.length
}

/** The chance that at least so many leads of today have come by a minute of it. */
export function chanceBy({ delivered, rest, restBySlot, slot }: Forecast, leads: number, endOfSlot: number): number {
  if (leads <= delivered) return 1
  const share = restBySlot[endOfSlot - slot] ?? (endOfSlot < slot ? 0 : 1)
  return 1 - chanceBelow(takeShare(rest, share), leads - delivered)
}
