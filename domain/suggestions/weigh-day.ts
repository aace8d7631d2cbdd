import { daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'

/** Of a week more that a day lies back. */
const FADE = 0.85
/** Of a day of another weekday, against one of the same. */
const OTHER_WEEKDAY = 0.3

/** How much a day of history says about today. */
export function weighDay(today: Day): (day: Day) => number {
  const weekday = weekdayOf(today)
  return (day) => FADE ** (daysBetween(day, today) / 7) * (weekdayOf(day) === weekday ? 1 : OTHER_WEEKDAY)
}
