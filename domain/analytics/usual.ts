/** So many of so many. */
export interface Share {
  hits: number
  of: number
}

/** Where a share lies in eight of ten periods, in percent. */
export interface UsualRange {
  low: number
  high: number
}

/** Weeks before a period by which the usual shares of a source are known. */
export const USUAL_WEEKS = 8

/** Of fewer leads before nothing is usual, and of fewer now nothing is unusual. */
const LEAST_BEFORE = 50
const LEAST_NOW = 10
const LEAST_WEEKS = 2

/** Eight in ten lie within so many standard deviations. */
const EIGHT_IN_TEN = 1.2816

/**
 * The range that a share of `of` would usually have, from the weeks before; null where too little is known. Its width is
 * that of chance (the binomial variance p·(1−p)/of), and what the weeks differed beyond chance.
 */
export function findUsual(weeks: readonly Share[], of: number): UsualRange | null {
  const known = weeks.filter((week) => week.of > 0)
  const all = addShares(known)
  if (known.length < LEAST_WEEKS || all.of < LEAST_BEFORE || of < LEAST_NOW) return null
  // Half a hit and half a miss more: a source without an invalid lead so far may have one.
  const share = Math.min(1, (all.hits + 0.5) / (all.of + 1))
  const chance = share * (1 - share)
  const width = EIGHT_IN_TEN * Math.sqrt(chance / of + varianceBetween(known, share, chance))
  return { low: 100 * Math.max(0, share - width), high: 100 * Math.min(1, share + width) }
}

/** What the shares of weeks differ beyond chance, weeks weighed by their leads. */
function varianceBetween(weeks: readonly Share[], share: number, chance: number): number {
  const all = addShares(weeks).of
  const seen = weeks.reduce((sum, { hits, of }) => sum + of * (Math.min(1, hits / of) - share) ** 2, 0) / all
  return Math.max(0, seen - (chance * weeks.length) / all)
}

function addShares(shares: readonly Share[]): Share {
  return shares.reduce((sum, { hits, of }) => ({ hits: sum.hits + hits, of: sum.of + of }), { hits: 0, of: 0 })
}

/** In percent; 0 of nothing. */
export function percentOf({ hits, of }: Share): number {
  return of === 0 ? 0 : (100 * hits) / of
}

/** How far a share is beyond its usual range on its bad side, in hits against the middle of the range; 0 within it. */
export function countBeyond(share: Share, usual: UsualRange | null, bad: 'above' | 'below'): number {
  if (!usual) return 0
  const percent = percentOf(share)
  if (bad === 'above' ? percent <= usual.high : percent >= usual.low) return 0
  return Math.abs(share.hits - (share.of * (usual.low + usual.high)) / 200)
}
