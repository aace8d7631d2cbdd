import type { Forecast } from './forecast.ts'
import { MAX_CAP } from '#domain/caps/cap.ts'

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
