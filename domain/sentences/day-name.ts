import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'

/** Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sat 21 Nov 2026` */
export function formatDayName(day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${WEEKDAYS[weekdayOf(day) - 1] ?? ''} ${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** `Mon 16 Nov – Sun 22 Nov 2026` */
export function formatDayRange({ start, end }: DayRange): string {
  const first = formatDayName(start)
  const isOneYear = start.slice(0, 4) === end.slice(0, 4)
  return `${isOneYear ? first.slice(0, -' 2026'.length) : first} – ${formatDayName(end)}`
}

/** `Today · Sat 21 Nov 2026`, `Wed 25 Nov 2026`. */
export function sayDay(day: Day, today: Day): string {
  const name = formatDayName(day)
  if (day === today) return `Today · ${name}`
  return day === addDays(today, 1) ? `Tomorrow · ${name}` : name
}
