import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatDayName } from './day-name.ts'

/** `Today · Sat 21 Nov 2026`, `Wed 25 Nov 2026`. */
export function sayDay(day: Day, today: Day): string {
  const name = formatDayName(day)
  if (day === today) return `Today · ${name}`
  return day === addDays(today, 1) ? `Tomorrow · ${name}` : name
}
