import { addDays, mondayOf, type Day } from './day.ts'
import type { DayRange } from './day-range.ts'

/** The weeks of a month, Monday to Sunday. The first and last week may contain days of the neighbouring months. */
export function weeksOfMonth(month: Day): Day[][] {
  const weeks: Day[][] = []
  const next = nextMonth(month)
  for (let monday = mondayOf(firstOfMonth(month)); monday < next; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  }
  return weeks
}

export function firstOfMonth(day: Day): Day {
  return addDays(day, 1 - Number(day.slice(8)))
}

/** The first day of the month after the one that a day lies in. */
export function nextMonth(day: Day): Day {
  return firstOfMonth(addDays(firstOfMonth(day), 31))
}

/** The first day of the month before the one that a day lies in. */
export function previousMonth(day: Day): Day {
  return firstOfMonth(addDays(firstOfMonth(day), -1))
}

/** The whole months of a range, and its days before and after them, of which there may be none. */
export interface SplitMonths {
  before: DayRange
  months: DayRange
  after: DayRange
}

/** Null where no whole month lies in the range. */
export function splitMonths({ start, end }: DayRange): SplitMonths | null {
  const first = firstOfMonth(start) === start ? start : nextMonth(start)
  const next = firstOfMonth(addDays(end, 1))
  if (first >= next) return null
  return {
    before: { start, end: addDays(first, -1) },
    months: { start: first, end: addDays(next, -1) },
    after: { start: next, end },
  }
}

export function isSameMonth(one: Day, other: Day): boolean {
  return one.slice(0, 7) === other.slice(0, 7)
}
