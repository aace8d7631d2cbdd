import { addDays, type Day } from '#domain/kernel/day.ts'

/**
 * The days that people copy caps from into `target`, the likeliest first: the day before, today, yesterday and the same
 * weekday a week before. Each of them once, and never the target itself.
 */
export function suggestSourceDays(target: Day, today: Day): Day[] {
  const days = [addDays(target, -1), today, addDays(today, -1), addDays(target, -7)]
  return [...new Set(days)].filter((day) => day !== target)
}
