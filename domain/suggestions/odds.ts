import type { NegativeBinomial } from './counts.ts'
import type { Forecast } from './forecast.ts'
import { MAX_CAP } from '#domain/caps/cap.ts'

// How much better an extraordinary day explains what came than an ordinary one. Each is a likelihood ratio whose mean is
// 1 on ordinary days and which is a fair game as the day goes on: the chance that it ever passes x on such a day is at
// most 1 / x, however often it is looked at (Ville's inequality). So its inverse is a p that 288 looks a day cannot wear out.

/** How many times as much as usual comes on a day that is better, and on one that is worse. */
const BETTER = [1.5, 2, 3]
const WORSE = [0.5, 0.25, 0.1]

/** For a day on which more comes than usual. */
export function oddsOfSurge(usualByNow: NegativeBinomial, came: number): number {
  return average(BETTER.map((times) => oddsOf(usualByNow, times, came)))
}

/** For a day on which less comes than usual. */
export function oddsOfSlump(usualByNow: NegativeBinomial, came: number): number {
  return average(WORSE.map((times) => oddsOf(usualByNow, times, came)))
}

/** The chance, at most, that chance alone ever gives such odds. */
export function chanceOfOdds(odds: number): number {
  return odds > 1 ? 1 / odds : 1
}

/** For `times` as many leads as ordinary: of two mixtures of one size all but this cancels out. */
function oddsOf({ mean: ordinary, size }: NegativeBinomial, times: number, came: number): number {
  if (ordinary <= 0) return 1
  const wide = (size + ordinary) / (size + ordinary * times)
  return Math.exp(size * Math.log(wide) + came * Math.log(times * wide))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function average(values: readonly number[]): number {
  return sum(values) / values.length
}

/** A mean is never known better than this share of itself: days change, and the past is only like today. */
const LEAST_SPREAD = 0.07

/** What stands for none where shares are compared. */
const LEAST_LEADS = 0.5

/** The chance, at most, that days like this bring no more than `leads` on average, by what history says. */
export function chanceOfLess(forecast: Forecast, leads: number): number {
  return tail(-deviationsOf(forecast, leads))
}

/** The chance, at most, that days like this bring `leads` or more on average. */
export function chanceOfMore(forecast: Forecast, leads: number): number {
  return tail(deviationsOf(forecast, leads))
}

/** By how many deviations `leads` are more than the mean, were they the true one. */
function deviationsOf({ usual: { mean, size }, sureness }: Forecast, leads: number): number {
  const held = Math.max(leads, LEAST_LEADS)
  const spread = Math.max(LEAST_SPREAD, Math.sqrt((1 / size + 1 / held) / Math.max(1, sureness)))
  return Math.log(held / mean) / spread
}

/** The chance of a normal value beyond so many deviations is never more than this. */
function tail(deviations: number): number {
  return deviations > 0 ? Math.exp(-(deviations ** 2) / 2) / 2 : 1
}

/** From how many leads on caps are planned in steps of what. */
const STEPS = [
  { from: 1000, step: 50 },
  { from: 100, step: 10 },
  { from: 20, step: 5 },
]

/** Leads as a cap that people would plan: at least as many. */
export function roundCap(leads: number): number {
  const step = STEPS.find(({ from }) => leads >= from)?.step ?? 1
  return Math.min(MAX_CAP, Math.ceil(leads / step) * step)
}
