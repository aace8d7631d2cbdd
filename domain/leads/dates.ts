import { addDays, parseDay, toDayNumber } from '#domain/kernel/day.ts'
import { DAY, formatInstant, instantFromMilliseconds, MINUTE, parseInstant, SECOND } from '#domain/kernel/instant.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/**
 * How a feed writes instants: `iso` with its offset; `datetime` as `2026-03-02 10:00:00` and `date` as `2026-03-02` on
 * the wall clock of its zone (in an hour that is shown twice, the first); `MM/DD/YY` and `MM/DD/YYYY` likewise; or the
 * seconds or milliseconds since 1970.
 */
export const DATE_FORMATS = ['iso', 'datetime', 'date', 'MM/DD/YY', 'MM/DD/YYYY', 'seconds', 'milliseconds'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

const WALL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?$/
/** The month comes first, as in the formats that use this. */
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(?:20)?(\d{2})(?= |$)/
/** The date that databases write for "no date". */
const NO_DATE = /^0000-00-00/

/**
 * Converts a feed's date to an ISO text with its offset. Returns null if the feed has no date. An unreadable date stays
 * as it is, so that the refusal can show it.
 */
export function parseSourceDate(value: unknown, format: DateFormat, zone: Zone): unknown {
  if (format === 'seconds' || format === 'milliseconds') return parseCount(value, format === 'seconds' ? SECOND : 1)
  if (typeof value !== 'string' || parseInstant(value) !== null) return value
  const text = yearFirst(value.trim(), format)
  if (NO_DATE.test(text)) return null
  const match = WALL.exec(text)
  const day = parseDay(match?.[1] ?? '')
  if (!match || !day) return value
  const [hour, minute, second] = [match[2], match[3], match[4]].map((part) => Number(part ?? 0))
  if (hour === undefined || minute === undefined || second === undefined) return value
  if (hour > 23 || minute > 59 || second > 59) return value
  const milliseconds = Number((match[5] ?? '').slice(0, 3).padEnd(3, '0'))
  const at = zone.instantAt({ day, minutes: hour * 60 + minute }) + second * SECOND + milliseconds
  return formatInstant(instantFromMilliseconds(at))
}

/** The end of the day, by the clock of `zone`, of a date without a time; null if it has one or cannot be read. */
export function endOfSourceDay(value: unknown, format: DateFormat, zone: Zone): Instant | null {
  if (typeof value !== 'string' || format === 'seconds' || format === 'milliseconds') return null
  const match = WALL.exec(yearFirst(value.trim(), format))
  const hasTime = match?.[2] !== undefined
  const day = hasTime ? null : parseDay(match?.[1] ?? '')
  return day === null ? null : zone.instantAt({ day: addDays(day, 1), minutes: 0 })
}

function yearFirst(text: string, format: DateFormat): string {
  if (format !== 'MM/DD/YY' && format !== 'MM/DD/YYYY') return text
  return text.replace(MONTH_FIRST, (_match, month: string, day: string, year: string) =>
    ['20' + year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )
}

function parseCount(value: unknown, unit: number): unknown {
  if (value === null || value === undefined || value === '' || value === 0 || value === '0') return null
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isFinite(count)) return value
  const instant = Math.floor(count * unit)
  return Number.isSafeInteger(instant) ? formatInstant(instantFromMilliseconds(instant)) : value
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: Zone): number {
  const { day, minutes } = zone.localTimeOf(instantFromMilliseconds(at))
  return toDayNumber(day) * DAY + minutes * MINUTE - Math.floor(at / MINUTE) * MINUTE
}

const UNITS: Record<DateFormat, number> = {
  iso: 1,
  milliseconds: 1,
  datetime: SECOND,
  seconds: SECOND,
  date: DAY,
  'MM/DD/YY': DAY,
  'MM/DD/YYYY': DAY,
}

/** Writes an instant in the feed's format for a request. With `up`, a fraction of its smallest unit is rounded up. */
export function writeSourceDate(
  instant: Instant,
  format: DateFormat,
  zone: Zone,
  round: 'down' | 'up',
): string | number {
  const unit = UNITS[format]
  const at = instantFromMilliseconds(round === 'up' ? instant + unit - 1 : instant)
  if (format === 'iso') return formatInstant(at)
  if (format === 'seconds' || format === 'milliseconds') return Math.floor(at / unit)
  const wall = formatInstant(instantFromMilliseconds(at + offsetAt(at, zone)))
  const day = wall.slice(0, 10)
  if (format === 'date') return day
  if (format === 'datetime') return `${day} ${wall.slice(11, 19)}`
  const [year = '', month, date] = day.split('-')
  return `${month}/${date}/${format === 'MM/DD/YY' ? year.slice(2) : year}`
}
