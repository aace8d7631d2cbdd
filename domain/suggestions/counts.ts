/**
 * A number of leads: a Poisson count whose rate is Gamma-distributed. Its variance is `mean + mean² / size`. With a negative
 * size it is a binomial count, which is more even than chance. A negative size is whole, and at most `-mean`.
 */
export interface NegativeBinomial {
  mean: number
  size: number
}

/** One of several ways in which a day may go on, and the chance of it. */
export interface Part extends NegativeBinomial {
  chance: number
}

/** The chances of the parts sum up to 1. */
export type Counts = readonly Part[]

/** A count of one kind only. */
export function certain(counts: NegativeBinomial): Counts {
  return [{ ...counts, chance: 1 }]
}

/** The count of a share of the time. */
export function takeShare(counts: Counts, share: number): Counts {
  // A share of a binomial count has as many trials, each with a smaller chance.
  return counts.map((part) => ({ ...part, mean: part.mean * share }))
}

/** The smallest counts that are reached with the given chances, which must ascend. */
export function findQuantiles(counts: Counts, chances: readonly number[]): number[] {
  const found: number[] = []
  walk(counts, (count, until) => {
    while (found.length < chances.length && until >= (chances[found.length] ?? 1)) found.push(count)
    return found.length < chances.length
  })
  return found
}

/** The share of the outcomes that may lie below the low edge of a band, and above the high one. */
const OUT = 0.1

/**
 * Of all leads of a day, `came` and those to come, the median, and the whole counts, both included, between which eight in
 * ten outcomes lie. Half of the chance of each edge counts. Quantiles would hold more, because each edge has a chance of its own.
 */
export function findBand(counts: Counts, came = 0): { p10: number; p50: number; p90: number } {
  const [p50 = 0] = findQuantiles(counts, [0.5])
  let [low, high, below]: [number | null, number, number] = [null, 0, 0]
  walk(counts, (count, until) => {
    const middle = (below + until) / 2
    if (low === null && middle >= OUT) low = count
    if (middle <= 1 - OUT) high = count
    below = until
    return middle <= 1 - OUT
  })
  return { p10: came + Math.min(low ?? p50, p50), p50: came + p50, p90: came + Math.max(high, p50) }
}

/** Calls `see` with each count in ascending order and the chance of at most that count. Ends when `see` returns false. */
function walk(counts: Counts, see: (count: number, until: number) => boolean): void {
  const parts = counts.map((part) => ({ ...part, until: cumulate(part) }))
  const end = Math.max(...parts.map(findEnd))
  for (let count = Math.min(...parts.map(findStart)); count <= end; count += 1) {
    const until = count === end ? 1 : parts.reduce((sum, part) => sum + part.chance * part.until(count), 0)
    if (!see(count, until)) return
  }
}

/** The smallest share, 0 to 1, at which a condition holds from then on, after so many halvings of where it may lie. */
export function searchShare(halvings: number, holds: (share: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

/** The chance of fewer than `count`. */
export function chanceBelow(counts: Counts, count: number): number {
  return counts.reduce((sum, part) => sum + part.chance * cumulate(part)(count - 1), 0)
}

/** Deviations below the mean from which counts are looked at. Less than one in a billion lies below. */
const FAR = 8

function findStart({ mean, size }: NegativeBinomial): number {
  return Math.max(0, Math.floor(mean - FAR * Math.sqrt(mean + (mean * mean) / size)))
}

function findEnd({ mean, size }: NegativeBinomial): number {
  return size < 0 ? -size : Math.ceil(mean + 1_000 * Math.sqrt(mean + (mean * mean) / size))
}

/** Returns a function for the chance of at most a count. It must be called with ascending counts. */
function cumulate(part: NegativeBinomial): (count: number) => number {
  const { mean, size } = part
  const [start, end] = [findStart(part), findEnd(part)]
  const odds = mean / (mean + size)
  let at = start
  let chance = Math.exp(logChance(part, start))
  let until = chance
  return (count) => {
    if (count < start) return 0
    if (count >= end) return 1
    for (; at < count; at += 1) {
      chance *= ((at + size) / (at + 1)) * odds
      until = Math.min(1, until + chance)
    }
    return until
  }
}

/** The logarithm of the chance of exactly so many. */
export function logChance({ mean, size }: NegativeBinomial, count: number): number {
  const none = -size * Math.log1p(mean / size)
  if (count === 0) return none
  const chosen = size < 0 ? logGamma(1 - size) - logGamma(1 - size - count) : logGamma(count + size) - logGamma(size)
  return none + chosen - logGamma(count + 1) + count * Math.log(mean / Math.abs(mean + size))
}

/** Stirling's series, after stepping up to where it is exact enough. */
function logGamma(value: number): number {
  let [x, less] = [value, 0]
  for (; x < 10; x += 1) less += Math.log(x)
  const square = 1 / (x * x)
  const series = (1 / 12 - square * (1 / 360 - square / 1260)) / x
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - less
}
