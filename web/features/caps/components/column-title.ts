import type { Day } from '#domain/kernel/day.ts'

/** The heading of a day's column, where the focus goes when what had it is gone. */
export function columnTitleId(day: Day): string {
  return `day-${day}`
}
