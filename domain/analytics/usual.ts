/** A share: `hits` of `of`. */
export interface Share {
  hits: number
  of: number
}

/** The range in which a share lies in eight of ten periods, in percent. */
export interface UsualRange {
  low: number
  high: number
}

/** Weeks before a period that define a source's usual shares. */
export const USUAL_WEEKS = 8

/** With fewer leads before, no range is known; with fewer leads now, nothing counts as unusual. */
const LEAST_BEFORE = 50
const LEAST_NOW = 10
const LEAST_WEEKS = 2

/** Eight in ten values lie within this many standard deviations. */
const EIGHT_IN_TEN = 1.2816

/**
 * The usual range of a share of `of`, from the weeks before; null if too little is known. Its width comes from chance
 * (the binomial variance p·(1−p)/of) and from the variation between weeks beyond chance.
 */
export function findUsual(weeks: readonly Share[], of: number): UsualRange | null {
  const known = weeks.filter((week) => week.of > 0)
  const all = addShares(known)
  if (known.length < LEAST_WEEKS || all.of < LEAST_BEFORE || of < LEAST_NOW) return null
  // Half a hit and half a miss are added: a source without an invalid lead so far may still get one.
  const share = Math.min(1, (all.hits + 0.5) / (all.of + 1))
  const chance = share * (1 - share)
  const width = EIGHT_IN_TEN * Math.sqrt(chance / of + varianceBetween(known, share, chance))
  return { low: 100 * Math.max(0, share - width), high: 100 * Math.min(1, share + width) }
}

/** The variance between the shares of weeks beyond chance. Weeks are weighted by their leads. */
function varianceBetween(weeks: readonly Share[], share: number, chance: number): number {
  const all = addShares(weeks).of
  const seen = weeks.reduce((sum, { hits, of }) => sum + of * (Math.min(1, hits / of) - share) ** 2, 0) / all
  return Math.max(0, seen - (chance * weeks.length) / all)
}

function addShares(shares: readonly Share[]): Share {
  return shares.reduce((sum, { hits, of }) => ({ hits: sum.hits + hits, of: sum.of + of }), { hits: 0, of: 0 })
}

/** In percent; 0 if `of` is 0. */
export function percentOf({ hits, of }: Share): number {
  return of === 0 ? 0 : (100 * hits) / of
}

/**
 * How far a share is beyond its usual range on its bad side, in hits from the middle of the range; 0 within the range.
 */
export function countBeyond(share: Share, usual: UsualRange | null, bad: 'above' | 'below'): number {
  if (!usual) return 0
  const percent = percentOf(share)
  if (bad === 'above' ? percent <= usual.high : percent >= usual.low) return 0
  return Math.abs(share.hits - (share.of * (usual.low + usual.high)) / 200)
}
