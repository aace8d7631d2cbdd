import { brandNumber } from '#domain/kernel/brand.ts'
import { toDayNumber, type Day } from '#domain/kernel/day.ts'
import { DAY, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { END_OF_DAY, formatHours, parseHours, type Window } from './working-hours.ts'

/** Names of clocks without a fixed offset from UTC. Their offset changes in summer, or several countries use the name. */
const NAMED = 'CET|CEST|EET|EEST|WET|MSK|MCK|МСК|EST|EDT|PST|PDT|CST|BST|IST|KYIV|KIEV|MOSCOW|LONDON'
const OWN = 'local|geo|own'

/** A pattern for clocks as people write them after hours. */
const OTHER_CLOCK = `(?:UTC/GMT|GMT|UTC)\\s*[+-]?\\s*(?:\\d{1,2}(?::?[0-5]\\d)?)?|(?:${NAMED})(?:\\s*TIME)?`

const WITH_CLOCK = new RegExp(
  `^(.*\\d)\\s*(?:\\(\\s*)?(${OTHER_CLOCK}|(?:${OWN})(?:\\s*time)?|по местному|местное время)\\s*\\)?$`,
  'isu',
)
const OFFSET = /^(?:UTC\/GMT|GMT|UTC)\s*([+-]?)\s*(?:(\d{1,2})(?::?([0-5]\d))?)?$/i

export type ClockRefusal =
  /** The text does not say how far its clock is from UTC on that day. */
  | { reason: 'hours.unknown-clock'; clock: string }
  /** In the zone, the hours begin or end on the day before or after. */
  | { reason: 'hours.other-day'; clock: string }

/** Whether hours have their own clock: `10:00-18:00 GMT+3`. */
export function namesClock(text: string): boolean {
  return WITH_CLOCK.test(text.trim())
}

/**
 * Converts hours to the clock of this zone on that day. Hours without a clock, or with this clock, stay as written.
 * `10:00-18:00 GMT+3` is `09:00-17:00` in GMT+2. `00:00-08:00 GMT+3` begins on the day before, and is refused.
 */
export function parseHoursInZone(text: string, day: Day, zone: Zone): Result<string, ClockRefusal> {
  const [, hours, written] = WITH_CLOCK.exec(text.trim()) ?? []
  const clock = written?.trim()
  if (hours === undefined || clock === undefined || isAlways(hours)) return accept(hours?.trim() ?? text)
  const offset = offsetOf(clock)
  if (offset === null) return refuse({ reason: 'hours.unknown-clock', clock })
  const show = (minutes: number) => showIn(zone, day, minutes - offset)
  if (show(0) === 0 && show(END_OF_DAY) === END_OF_DAY) return accept(hours.trim())
  const parsed = parseHours(hours)
  // The text keeps its clock, so that hours are refused later; without the clock they might be read.
  if (!parsed.ok) return accept(text)
  const own = parsed.value.kind === 'windows' ? parsed.value.windows : [{ from: 0, to: END_OF_DAY }]
  const windows = own.flatMap((window) => moveWindow(window, show) ?? [])
  if (windows.length < own.length) return refuse({ reason: 'hours.other-day', clock })
  return accept(formatHours({ kind: 'windows', windows }) ?? '')
}

function isAlways(hours: string): boolean {
  return /^24\s*\/\s*7$/.test(hours.trim())
}

/** Minutes ahead of UTC; null if the name does not say, or no clock is that far. */
function offsetOf(clock: string): number | null {
  const [written, sign, hour, minute = '0'] = OFFSET.exec(clock) ?? []
  if (written === undefined) return null
  if (hour === undefined) return sign === '' ? 0 : null
  const minutes = Number(hour) * 60 + Number(minute)
  // `GMT 2` may mean either side of UTC.
  if ((sign === '' && minutes > 0) || minutes > 14 * 60) return null
  return sign === '-' ? -minutes : minutes
}

function moveWindow({ from, to }: Window, show: (minutes: number) => number | null): Window | null {
  if (from >= to) return null
  const [begins, ends] = [show(from), show(to)]
  return begins === null || ends === null || begins >= ends || begins === END_OF_DAY ? null : { from: begins, to: ends }
}

/** The clock of a zone this many minutes after 00:00 UTC of a day; null if that is on another day. */
function showIn(zone: Zone, day: Day, minutes: number): number | null {
  const shown = zone.localTimeOf(brandNumber<Instant>(toDayNumber(day) * DAY + minutes * MINUTE))
  if (shown.day === day) return shown.minutes
  return shown.minutes === 0 && toDayNumber(shown.day) === toDayNumber(day) + 1 ? END_OF_DAY : null
}
