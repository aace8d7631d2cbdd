import { addDays, daysBetween, type Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'

/** Local days, both included. */
export interface Period {
  start: Day
  end: Day
}

/** Days that are looked at together at most: two years. */
export const LONGEST_PERIOD = 731

/** Of the fates of leads, for which each lead is looked at. */
export const LONGEST_QUALITY_PERIOD = 31

const WEEK = 7

/** `lead`: a deposit counts on the day of its lead, under its lead's key; `deposit`: on its own day, under its own. */
export const COUNTINGS = ['deposit', 'lead'] as const

export type Counting = (typeof COUNTINGS)[number]

/** With what a period is compared: as many days right before it, or the same weekdays of the weeks before it. */
export const COMPARISONS = ['period', 'week'] as const

export type Comparison = (typeof COMPARISONS)[number]

export function checkPeriod(
  period: Period,
  longest = LONGEST_PERIOD,
): Result<Period, { reason: 'period.reversed' | 'period.too-long' }> {
  const days = countDays(period)
  if (days < 1) return refuse({ reason: 'period.reversed' })
  return days > longest ? refuse({ reason: 'period.too-long' }) : accept(period)
}

export function countDays({ start, end }: Period): number {
  return daysBetween(start, end) + 1
}

/** Every day of a period, in order. */
export function daysOf({ start, end }: Period): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(start, end) + 1) }, (_, index) => addDays(start, index))
}

/** The period that one is compared with; it never overlaps it. */
export function shiftPeriod(period: Period, comparison: Comparison): Period {
  const days = countDays(period)
  const back = comparison === 'week' ? Math.ceil(days / WEEK) * WEEK : days
  return { start: addDays(period.start, -back), end: addDays(period.end, -back) }
}

/** The week until a day, and the same weekday before it (spec, section 4). */
export function defaultPeriod(today: Day): Period {
  return { start: addDays(today, -WEEK), end: today }
}
