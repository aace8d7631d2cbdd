/** How many leads there will be: a Poisson count whose rate is Gamma-distributed. Its variance is `mean + mean² / size`. */
export interface NegativeBinomial {
  mean: number
  size: number
}

/** Below this many deviations under the mean there is nothing left to count (less than one in a billion). */
const FAR = 8

/** The smallest counts that are reached with the given chances, which must ascend. */
export function findQuantiles(counts: NegativeBinomial, chances: readonly number[]): number[] {
  const found: number[] = []
  walk(counts, (count, until) => {
    while (found.length < chances.length && until >= (chances[found.length] ?? 1)) found.push(count)
    return found.length < chances.length
  })
  return found
}

/** The chance of fewer than `count`. */
export function chanceBelow(counts: NegativeBinomial, count: number): number {
  let below = 0
  walk(counts, (at, until) => {
    if (at < count) below = until
    return at + 1 < count
  })
  return below
}

/** Goes up the counts with the chance of at most each, as long as `see` wants more. */
function walk({ mean, size }: NegativeBinomial, see: (count: number, until: number) => boolean): void {
  if (mean <= 0) {
    see(0, 1)
    return
  }
  const deviation = Math.sqrt(mean + (mean * mean) / size)
  const last = Math.ceil(mean + 1_000 * deviation)
  const odds = mean / (mean + size)
  let count = Math.max(0, Math.floor(mean - FAR * deviation))
  let chance = Math.exp(logChance(mean, size, count))
  for (let until = chance; see(count, until) && count < last;) {
    chance *= ((count + size) / (count + 1)) * odds
    count += 1
    until = count === last ? 1 : Math.min(1, until + chance)
  }
}

function logChance(mean: number, size: number, count: number): number {
  const none = -size * Math.log1p(mean / size)
  if (count === 0) return none
  return none + logGamma(count + size) - logGamma(size) - logGamma(count + 1) + count * Math.log(mean / (mean + size))
}

/** Stirling's series, after stepping up to where it is exact enough. */
function logGamma(value: number): number {
  let [x, less] = [value, 0]
  for (; x < 10; x += 1) less += Math.log(x)
  const square = 1 / (x * x)
  const series = (1 / 12 - square * (1 / 360 - square / 1260)) / x
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - less
}
