import { addDays, daysBetween, type Day } from './day.ts'
import { accept, refuse, type Result } from './result.ts'

/** Local days, both included. */
export interface DayRange {
  start: Day
  end: Day
}

export type DayRangeRefusal = { reason: 'range.reversed' | 'range.too-long' }

/** A range of at least one day and at most so many. */
export function checkDayRange(range: DayRange, longest: number): Result<DayRange, DayRangeRefusal> {
  const days = countDays(range)
  if (days < 1) return refuse({ reason: 'range.reversed' })
  return days > longest ? refuse({ reason: 'range.too-long' }) : accept(range)
}

/** Below one where the end is before the start. */
export function countDays({ start, end }: DayRange): number {
  return daysBetween(start, end) + 1
}

/** Every day of a range, in order; none where the end is before the start. */
export function daysOf(range: DayRange): Day[] {
  return Array.from({ length: Math.max(0, countDays(range)) }, (_, index) => addDays(range.start, index))
}
