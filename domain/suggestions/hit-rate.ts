import type { Quantiles } from './forecast.ts'

// How often the forecast range (10 to 90 %) held the result of the day.

/** Hours of the day whose forecasts are kept and judged. They are fixed, so that no good moment is picked. */
export const TOLD_HOURS = [9, 12, 15, 18] as const

/** Days before today that are judged. */
export const HIT_RATE_DAYS = 30

/** Fewer judged days say nothing. */
export const LEAST_JUDGED_DAYS = 7

/** Forecast ranges of the last days, and how many of them held the result. */
export interface HitRate {
  /** Days with at least one. */
  days: number
  told: number
  held: number
}

/** The rates of the range of all leads of a day, and of the ranges of its caps. */
export interface HitRates {
  all: HitRate
  caps: HitRate
}

/** The fixed hour that a minute of the day lies in. Null if it lies in none. */
export function findToldHour(minutes: number): number | null {
  return TOLD_HOURS.find((hour) => Math.floor(minutes / 60) === hour) ?? null
}

/** A range in whole leads, both ends included, as people read it. */
export function roundBand({ p10, p90 }: Quantiles): { low: number; high: number } {
  return { low: Math.round(p10), high: Math.round(p90) }
}

/** Whole percent. Null if too few days were judged. */
export function computeHitPercent({ days, told, held }: HitRate): number | null {
  return days < LEAST_JUDGED_DAYS || told === 0 ? null : Math.round((100 * held) / told)
}
