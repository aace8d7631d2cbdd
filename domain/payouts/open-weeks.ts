import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import { daysOf, type DayRange } from '#domain/kernel/day-range.ts'

/** Older weeks are not mentioned: nobody closes them because of a morning brief. */
const MOST_WEEKS = 8

/**
 * The weeks before today's with a day that is not closed, oldest first, from the first closed week on. If nothing was
 * ever closed, only last week.
 */
export function listOpenWeeks(closed: readonly DayRange[], today: Day): DayRange[] {
  const thisMonday = mondayOf(today)
  const first = closed.map(({ start }) => start).toSorted()[0] ?? addDays(thisMonday, -7)
  const days = new Set(closed.flatMap(daysOf))
  return Array.from({ length: MOST_WEEKS }, (_, index) => addDays(thisMonday, 7 * (index - MOST_WEEKS)))
    .map((start): DayRange => ({ start, end: addDays(start, 6) }))
    .filter((week) => week.end >= first && daysOf(week).some((day) => day >= first && !days.has(day)))
}
