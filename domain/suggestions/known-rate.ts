import type { Quantiles } from './forecast.ts'

/** Points at which a rate is looked at: enough for a thousandth of its spread. */
const POINTS = 400
/** How many deviations around its mean are looked at. */
const FAR = 8

/** What is known of a rate between 0 and 1 after `hits` of `hits + misses` (a Beta distribution, both at least 1). */
export interface KnownRate {
  chanceBelow(rate: number): number
  quantiles: Quantiles
}

/**
 * At most the chance that `hits` of so many come as far from a rate as they do, on their side of it (Chernoff's bound). It is a
 * few times more than the chance itself, which pays for looking anew each day.
 */
export function boundChance(all: number, hits: number, rate: number): number {
  const own = hits / all
  const part = (share: number, of: number) => (share > 0 ? share * Math.log(share / of) : 0)
  return Math.exp(-all * (part(own, rate) + part(1 - own, 1 - rate)))
}

export function knowRate(hits: number, misses: number): KnownRate {
  const all = hits + misses
  const mean = hits / all
  const deviation = Math.sqrt((mean * (1 - mean)) / (all + 1))
  const [low, high] = [Math.max(0, mean - FAR * deviation), Math.min(1, mean + FAR * deviation)]
  const rates = Array.from({ length: POINTS }, (_, index) => low + ((index + 0.5) * (high - low)) / POINTS)
  const logs = rates.map((rate) => (hits - 1) * Math.log(rate) + (misses - 1) * Math.log1p(-rate))
  const top = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - top))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const width = (high - low) / POINTS

  function chanceBelow(rate: number): number {
    const whole = Math.max(0, Math.min(POINTS, Math.floor((rate - low) / width)))
    const part = whole < POINTS && rate > low ? ((rate - low) / width - whole) * (weights[whole] ?? 0) : 0
    return (weights.slice(0, whole).reduce((sum, weight) => sum + weight, 0) + part) / total
  }

  function quantileOf(chance: number): number {
    let until = 0
    const index = weights.findIndex((weight) => (until += weight) >= chance * total)
    return rates[index] ?? mean
  }

  return { chanceBelow, quantiles: { p10: quantileOf(0.1), p50: quantileOf(0.5), p90: quantileOf(0.9) } }
}
