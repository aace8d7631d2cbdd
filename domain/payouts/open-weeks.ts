import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import { daysOf, type DayRange } from '#domain/kernel/day-range.ts'

/** Nobody closes what is older by a word in the morning. */
const MOST_WEEKS = 8

/**
 * The weeks before today's of which a day is not closed, the oldest first, from the first closed one on. Where nothing was
 * ever closed it is last week alone.
 */
export function listOpenWeeks(closed: readonly DayRange[], today: Day): DayRange[] {
  const thisMonday = mondayOf(today)
  const first = closed.map(({ start }) => start).toSorted()[0] ?? addDays(thisMonday, -7)
  const days = new Set(closed.flatMap(daysOf))
  return Array.from({ length: MOST_WEEKS }, (_, index) => addDays(thisMonday, 7 * (index - MOST_WEEKS)))
    .map((start): DayRange => ({ start, end: addDays(start, 6) }))
    .filter((week) => week.end >= first && daysOf(week).some((day) => day >= first && !days.has(day)))
}
