import { addDays, daysBetween, type Day } from '#domain/kernel/day.ts'

/** Leads of one place, planned or not, on the days that a plan goes by. */
export interface RecentLeads {
  geo: string
  /** Null where caps have no advertiser: then whoever bought them. */
  advertiserId: string | null
  sourceNumber: string
  /** Up to now. */
  today: number
  /** On the last whole day of the weekday that is planned. */
  sameWeekday: number
  /** A day, over the last seven whole days, rounded half up. */
  mean: number
}

/** The days by which one plans `target`: the last seven whole ones, and of these the one of its weekday. */
export function recentDays(target: Day, today: Day): { first: Day; sameWeekday: Day } {
  const first = addDays(today, -7)
  const daysOn = ((daysBetween(first, target) % 7) + 7) % 7
  return { first, sameWeekday: addDays(first, daysOn) }
}

/** Of the leads of seven days. */
export function meanOfWeek(leads: number): number {
  return Math.round(leads / 7)
}
