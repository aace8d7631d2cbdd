import { weekdayOf, type Day } from '#domain/kernel/day.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sat 21 Nov 2026` */
export function formatDayName(day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${WEEKDAYS[weekdayOf(day) - 1] ?? ''} ${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}
