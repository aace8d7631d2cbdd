import { addDays, mondayOf, type Day } from './day.ts'

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

export function isSameMonth(one: Day, other: Day): boolean {
  return one.slice(0, 7) === other.slice(0, 7)
}
