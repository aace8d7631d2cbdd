import { dayNumberOf } from '#domain/kernel/day.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const HTTP_DATE = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/

/** The wait in milliseconds that a `Retry-After` header asks for (RFC 9110, 10.2.3): seconds or a date; else null. */
export function parseRetryAfter(header: string | null, now: Instant): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  const match = HTTP_DATE.exec(text)
  if (!match) return null
  const [, day, month = '', year, hour, minute, second] = match
  const days = dayNumberOf(Number(year), MONTHS.indexOf(month) + 1, Number(day))
  const at = days * DAY + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND
  return Math.max(0, at - now)
}
