import { brandNumber, type Brand } from './brand.ts'
import { dayNumberOf, FIRST_YEAR, fromDayNumber, LAST_YEAR, parseDay, toDayNumber, type DayNumber } from './day.ts'

/** A point in time: milliseconds since 1970-01-01T00:00Z. */
export type Instant = Brand<number, 'Instant'>

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const FIRST = dayNumberOf(FIRST_YEAR, 1, 1) * DAY
const END = dayNumberOf(LAST_YEAR + 1, 1, 1) * DAY

const ISO =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)$/

/**
 * Parses an ISO 8601 instant with its offset (`2026-03-02T10:00:00+02:00`). Returns null if it is not one, or outside
 * 1970 to 2199.
 */
export function parseInstant(text: string): Instant | null {
  const match = ISO.exec(text.trim())
  if (!match) return null
  const [, date = '', hour, minute, second = '0', fraction = '0', , sign, offsetHour = '0', offsetMinute = '0'] = match
  const day = parseDay(date)
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (Number(offsetHour) > 18 || Number(offsetMinute) > 59) return null
  const offset = (Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE) * (sign === '-' ? -1 : 1)
  const clock = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND
  const milliseconds = Math.floor(Number(fraction.padEnd(9, '0')) / 1e6)
  const value = toDayNumber(day) * DAY + clock + milliseconds - offset
  return value >= FIRST && value < END ? brandNumber<Instant>(value) : null
}

/** `2026-03-02T08:00:00.000Z` */
export function formatInstant(instant: Instant): string {
  const days = Math.floor(instant / DAY)
  const rest = instant - days * DAY
  const date = fromDayNumber(brandNumber<DayNumber>(days))
  const parts = [Math.floor(rest / HOUR), Math.floor(rest / MINUTE) % 60, Math.floor(rest / SECOND) % 60]
  const clock = parts.map((part) => part.toString().padStart(2, '0')).join(':')
  return `${date}T${clock}.${(rest % SECOND).toString().padStart(3, '0')}Z`
}

export function formatOptionalInstant(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}

export function addMilliseconds(instant: Instant, milliseconds: number): Instant {
  return brandNumber(instant + milliseconds)
}

export function instantFromMilliseconds(milliseconds: number): Instant {
  return brandNumber(milliseconds)
}
