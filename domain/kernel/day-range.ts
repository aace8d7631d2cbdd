import { addDays, daysBetween, type Day } from './day.ts'
import { accept, refuse, type Result } from './result.ts'

/** Local days, both included. */
export interface DayRange {
  start: Day
  end: Day
}

export type DayRangeRefusal = { reason: 'range.reversed' | 'range.too-long' }

/** Refuses a range that has no day or more than `longest` days. */
export function checkDayRange(range: DayRange, longest: number): Result<DayRange, DayRangeRefusal> {
  const days = countDays(range)
  if (days < 1) return refuse({ reason: 'range.reversed' })
  return days > longest ? refuse({ reason: 'range.too-long' }) : accept(range)
}

/** The number of days; 0 or less if the end is before the start. */
export function countDays({ start, end }: DayRange): number {
  return daysBetween(start, end) + 1
}

/** Every day of a range, in order; empty if the end is before the start. */
export function daysOf(range: DayRange): Day[] {
  return Array.from({ length: Math.max(0, countDays(range)) }, (_, index) => addDays(range.start, index))
}
