import { addDays, daysBetween, type Day } from '#domain/kernel/day.ts'

/** Recent leads of one place, with or without a cap, as a help for planning. */
export interface RecentLeads {
  geo: string
  /** Null if caps have no advertiser: then leads of any advertiser. */
  advertiserId: string | null
  sourceNumber: string
  /** Up to now. */
  today: number
  /** On the last whole day with the weekday that is planned. */
  sameWeekday: number
  /** Per day, over the last seven whole days, rounded half up. */
  mean: number
}

/** The days that help to plan `target`: the last seven whole days, and the one of them with its weekday. */
export function recentDays(target: Day, today: Day): { first: Day; sameWeekday: Day } {
  const first = addDays(today, -7)
  const daysOn = ((daysBetween(first, target) % 7) + 7) % 7
  return { first, sameWeekday: addDays(first, daysOn) }
}

/** The mean of seven days' leads, rounded half up. */
export function meanOfWeek(leads: number): number {
  return Math.round(leads / 7)
}
