import type { NegativeBinomial } from './counts.ts'
import type { Forecast } from './forecast.ts'
import { MAX_CAP } from '#domain/caps/cap.ts'

// How much better an extraordinary day explains what came than an ordinary one. Each is a likelihood ratio that is a fair
// game on ordinary days: its mean stays 1 all day. So the chance that it ever passes x on such a day is at most 1 / x,
// however often it is looked at (Ville's inequality). Its inverse is a p that stays right with 288 looks a day.

/** Leads as multiples of the usual, on better days and on worse days. */
export const BETTER = [1.5, 2, 3]
export const WORSE = [0.5, 0.25, 0.1]

/**
 * The mean odds of these multiples of leads, as against an ordinary day. Both counts have the same size, so all other terms
 * cancel out.
 */
export function oddsOf({ mean, size }: NegativeBinomial, came: number, multiples: readonly number[]): number {
  if (mean <= 0) return 1
  const odds = multiples.map((times) => {
    const wide = (size + mean) / (size + mean * times)
    return Math.exp(size * Math.log(wide) + came * Math.log(times * wide))
  })
  return odds.reduce((sum, one) => sum + one, 0) / odds.length
}

/** An upper bound of the chance that an ordinary day ever has such odds. */
export function chanceOfOdds(odds: number): number {
  return odds > 1 ? 1 / odds : 1
}

/** A mean is never known better than this share of itself, because days change. */
const LEAST_SPREAD = 0.07

/** Used instead of 0 leads in logarithms. */
const LEAST_LEADS = 0.5

/** An upper bound of the chance, by history, that days like this bring at most `leads` on average. */
export function chanceOfLess(forecast: Forecast, leads: number): number {
  return tail(-deviationsOf(forecast, leads))
}

/** An upper bound of the chance, by history, that days like this bring at least `leads` on average. */
export function chanceOfMore(forecast: Forecast, leads: number): number {
  return tail(deviationsOf(forecast, leads))
}

/** By how many deviations `leads` exceed the mean, if `leads` is the true mean. */
function deviationsOf({ usual: { mean, size }, sureness }: Forecast, leads: number): number {
  const held = Math.max(leads, LEAST_LEADS)
  const spread = Math.max(LEAST_SPREAD, Math.sqrt((1 / size + 1 / held) / Math.max(1, sureness)))
  return Math.log(held / mean) / spread
}

/** An upper bound of the chance that a normal value lies beyond so many deviations. */
function tail(deviations: number): number {
  return deviations > 0 ? Math.exp(-(deviations ** 2) / 2) / 2 : 1
}

/** Steps of caps, by size: from 1,000 leads on in steps of 50. */
const STEPS = [
  { from: 1000, step: 50 },
  { from: 100, step: 10 },
  { from: 20, step: 5 },
]

/** Rounds leads up to a cap that people would plan. */
export function roundCap(leads: number): number {
  const step = STEPS.find(({ from }) => leads >= from)?.step ?? 1
  return Math.min(MAX_CAP, Math.ceil(leads / step) * step)
}
