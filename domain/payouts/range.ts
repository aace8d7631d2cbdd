import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

export const PAYOUT_PRESETS = ['current_week', 'previous_week'] as const

export type PayoutPreset = (typeof PAYOUT_PRESETS)[number]

/** The most days of a report. */
export const LONGEST_RANGE = 366

const WEEK = 7

/** The days of a preset on a day. Weeks start on Monday and have seven days. */
export function rangeOfPreset(preset: PayoutPreset, today: Day): DayRange {
  const monday = mondayOf(today)
  const start = preset === 'current_week' ? monday : addDays(monday, -WEEK)
  return { start, end: addDays(start, WEEK - 1) }
}

/** Days of a zone. */
interface ZonedRange extends DayRange {
  zone: Zone
}

/** The first instant after a range. */
export function endOfRange({ end, zone }: Pick<ZonedRange, 'end' | 'zone'>): Instant {
  return zone.startOf(addDays(end, 1))
}

/**
 * Whether a range begins at the very instant at which an earlier one ends, so that no hour is in both or in neither.
 */
export function meets(earlier: Pick<ZonedRange, 'end' | 'zone'>, later: Pick<ZonedRange, 'start' | 'zone'>): boolean {
  return endOfRange(earlier) === later.zone.startOf(later.start)
}
