import { addDays, type Day } from '#domain/kernel/day.ts'

/** Weeks back in which the same weekday is looked at, and days back in which every day is. */
const WEEKS = 8
const DAYS = 14

/** The days that are learnt from, oldest first, and today. */
export function listHistoryDays(today: Day): Day[] {
  const back = new Set([
    ...Array.from({ length: WEEKS }, (_, week) => (week + 1) * 7),
    ...Array.from({ length: DAYS + 1 }, (_, days) => days),
  ])
  return [...back].toSorted((a, b) => b - a).map((days) => addDays(today, -days))
}
