import { centsFromDollars, dollarsFromCents, percentFromBasisPoints, type BasisPoints } from '#domain/kernel/cents.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import { addDays, MONTHS, weekdayOf, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Tracking } from '#domain/leads/row.ts'
import { addCents } from '#domain/payouts/money.ts'
import { formatDayName, MISSING, WEEKDAYS } from '#domain/sentences/written.ts'

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const percents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const changes = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'exceptZero' })

/** What stands in place of an e-mail. */
export function sayNoEmail({ forgotten }: { forgotten: boolean }): string {
  return forgotten ? 'e-mail deleted' : 'no e-mail'
}

/** `$1,234.50`, `-$50.00` */
export function formatExact(amount: number): string {
  return dollars.format(amount)
}

/** What is added or taken off: `+$150.00`, `-$50.00`, `$0.00` */
export function formatChange(amount: number): string {
  return changes.format(amount)
}

/** Dollars that are summed up to the cent. */
export function addDollars(amounts: readonly number[]): number {
  return dollarsFromCents(addCents(amounts.map(centsFromDollars)))
}

/** `8.25%` */
export function formatPercent(value: BasisPoints | null): string {
  return value === null ? MISSING : `${percents.format(percentFromBasisPoints(value))}%`
}

/** `Sat` */
export function formatWeekday(day: Day): string {
  return WEEKDAYS[weekdayOf(day) - 1] ?? ''
}

/** `Sat 21 Nov` */
export function formatDay(day: Day): string {
  return `${formatWeekday(day)} ${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`
}

/** `Sat 21 Nov`; `Mon 1 Mar 2027` where today is in another year. */
export function formatDayFrom(today: Day, day: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : formatDayName(day)
}

/** `Sat 21 Nov 2026, 14:32`, in a zone. */
export function formatMoment(instant: Instant, zone: Zone): string {
  return `${formatDayName(zone.dayOf(instant))}, ${formatTime(instant, zone)}`
}

/** `14:32`, in a zone. */
export function formatTime(instant: Instant, zone: Zone): string {
  return formatMinutes(zone.localTimeOf(instant).minutes)
}

/** `14:32` of today, `Fri 20 Nov 2026, 14:32` of another day. */
export function formatMomentFrom(today: Day, instant: Instant, zone: Zone): string {
  return zone.dayOf(instant) === today ? formatTime(instant, zone) : formatMoment(instant, zone)
}

/** `November 2026` */
export function formatMonth(day: Day): string {
  return `${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** `Today · Sat 21 Nov`, `Mon 1 Mar 2027` */
export function formatDayTitle(day: Day, today: Day): string {
  const name = nameDay(day, today)
  const date = formatDayFrom(today, day)
  return name ? `${name} · ${date}` : date
}

/** `Today` or `Tomorrow`, else null. */
export function nameDay(day: Day, today: Day): string | null {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : null
}

/** `click 5fa9, sub1 facebook`: what the tracker of a lead noted, each with its name. Empty: nothing. */
export function formatTracking(tracking: Tracking | null): string {
  return Object.entries(tracking ?? {})
    .map(([field, text]) => `${field === 'clickId' ? 'click' : field} ${text}`)
    .join(', ')
}
