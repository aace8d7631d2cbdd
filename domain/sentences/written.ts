import { formatHundredths, type Cents } from '#domain/kernel/cents.ts'
import { addDays, MONTHS, weekdayOf, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { formatLocal } from '#domain/hours/working-hours.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

// Formats of counts, amounts and days.

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** What stands where a value is missing. */
export const MISSING = 'n/a'

/** `1,250` */
export function formatCount(count: number): string {
  // Most are small, and a list writes hundreds of them for each letter of its search.
  return Number.isInteger(count) && count >= 0 && count < 1_000 ? String(count) : counts.format(count)
}

/** `1 cap`, `1,200 caps` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `$1,200`, `$79.20`: a price with its cents, if it has any; `n/a` for null. */
export function formatPrice(amount: Cents | null): string {
  return formatDollars(amount).replace(/\.00$/, '')
}

/** `$1,234.50`, `-$50.00`; `n/a` for null. */
export function formatDollars(amount: Cents | null): string {
  if (amount === null) return MISSING
  const [whole = '', cents = ''] = formatHundredths(amount).replace('-', '').split('.')
  return `${amount < 0 ? '-' : ''}$${formatCount(Number(whole))}.${cents}`
}

/** `$3,749.75 for 2 affiliates; $810.00 of it has no source.` The amounts are formatted already. */
export function formatDue(sum: string, affiliates: number, withoutSource: string | null): string {
  const rest = withoutSource === null ? '' : `; ${withoutSource} of it has no source`
  return `${sum} for ${countOf(affiliates, 'affiliate')}${rest}.`
}

/** Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `Sat 21 Nov 2026` */
export function formatDayName(day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${WEEKDAYS[weekdayOf(day) - 1] ?? ''} ${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** `Mon 16 Nov – Sun 22 Nov 2026`; a single day by its name alone. */
export function formatDayRange({ start, end }: DayRange): string {
  if (start === end) return formatDayName(start)
  const first = formatDayName(start)
  const isOneYear = start.slice(0, 4) === end.slice(0, 4)
  return `${isOneYear ? first.slice(0, -' 2026'.length) : first} – ${formatDayName(end)}`
}

/** `14:00`, `Wed 25 Nov 2026 09:00`; relative to `now`. */
export function sayMoment(at: Instant, now: Instant, zone: Zone): string {
  const clock = formatLocal(at, zone).slice(-5)
  const day = zone.dayOf(at)
  return day === zone.dayOf(now) ? clock : `${formatDayName(day)} ${clock}`
}

/** `Today · Sat 21 Nov 2026`, `Wed 25 Nov 2026`. */
export function sayDay(day: Day, today: Day): string {
  const name = formatDayName(day)
  if (day === today) return `Today · ${name}`
  return day === addDays(today, 1) ? `Tomorrow · ${name}` : name
}
