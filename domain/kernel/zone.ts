import { brandNumber } from './brand.ts'
import { dayNumberOf, fromDayNumber, toDayNumber, type Day, type DayNumber } from './day.ts'
import { DAY, HOUR, MINUTE, SECOND, type Instant } from './instant.ts'

/** The zones that an installation can be set to (spec, section 3), with their labels. */
export const ZONES = [
  { name: 'Etc/GMT-2', label: 'GMT+2' },
  { name: 'Etc/GMT-0', label: 'UTC/GMT' },
  { name: 'Europe/London', label: 'Europe/London' },
  { name: 'Europe/Berlin', label: 'Europe/Berlin' },
  { name: 'Europe/Kiev', label: 'Europe/Kiev' },
  { name: 'Asia/Tel_Aviv', label: 'Asia/Tel_Aviv' },
  { name: 'Asia/Dubai', label: 'Asia/Dubai' },
  { name: 'America/New_York', label: 'America/New_York' },
  { name: 'America/Los_Angeles', label: 'America/Los_Angeles' },
  { name: 'Asia/Singapore', label: 'Asia/Singapore' },
  { name: 'Asia/Tokyo', label: 'Asia/Tokyo' },
  { name: 'Australia/Sydney', label: 'Australia/Sydney' },
] as const

export const DEFAULT_ZONE = 'Etc/GMT-2'

/** The label of a zone. */
export function labelOfZone(name: string): string {
  return ZONES.find((zone) => zone.name === name)?.label ?? name
}

/** A wall clock: minutes since 00:00 of a day, 0 to 1439. */
export interface WallTime {
  day: Day
  minutes: number
}

/** The time that the clock of a zone shows. */
export interface LocalTime extends WallTime {
  zone: Zone
}

/**
 * A time zone. Its offsets are read once into tables, each for a span of days, because asking the platform for each of
 * a million leads would cost more than all other work on them.
 */
export interface Zone {
  readonly name: string
  dayOf(instant: Instant): Day
  localTimeOf(instant: Instant): LocalTime
  /** Only the minutes of `localAt`: without the day's text they cost almost nothing. */
  minutesOf(instant: Instant): number
  /** The first instant of a day: local 00:00, or the first moment after it if the clock jumps over 00:00. */
  startOf(day: Day): Instant
  /**
   * The instant at which the clock of a day shows these minutes since 00:00 (0 to 1439). If the clock shows them twice,
   * the first instant; if it jumps over them, the first moment after them.
   */
  instantAt(time: WallTime): Instant
}

/** The span of one table. Any length works. */
const SPAN = 400 * DAY

/** The offset from UTC from this instant on. */
interface Stretch {
  from: number
  offset: number
}

const known = new Map<string, Zone>()

/** Names that people write for clocks without daylight saving: `UTC`, `GMT+3`. */
const FIXED = /^(?:UTC|GMT)(?:([+-])(\d{1,2}))?$/i

/**
 * The name of a clock that somebody wrote: an IANA name with a slash in its own spelling, `UTC`, or `GMT+3`. Returns
 * null for anything else. Short names (`CET`) are refused, because half the year they are another clock.
 */
export function nameZone(written: string): string | null {
  const [fixed, sign, hours] = FIXED.exec(written) ?? []
  if (fixed !== undefined) return sign === undefined ? 'UTC' : nameFixed(sign, Number(hours))
  const choice = ZONES.find(({ name }) => name.toLowerCase() === written.toLowerCase())
  if (choice) return choice.name
  if (!/^[a-z_]+(?:\/[a-z0-9_+-]+)+$/i.test(written)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: written }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function nameFixed(sign: string, hours: number): string | null {
  if (hours === 0) return 'UTC'
  // Zones go from 12 hours behind UTC to 14 hours ahead.
  return hours <= (sign === '+' ? 14 : 12) ? `GMT${sign}${hours}` : null
}

/** The zone of a name that `nameZone` gave. */
export function zoneNamed(name: string): Zone {
  const [, sign, hours] = FIXED.exec(name) ?? []
  // In the zone database, west of Greenwich is the positive side.
  return zoneOf(sign === undefined ? name : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`)
}

/** The zone of an IANA name. Throws a RangeError if the platform does not know it. */
export function zoneOf(name: string): Zone {
  const found = known.get(name)
  if (found) return found
  const zone = createZone(name)
  known.set(name, zone)
  return zone
}

function createZone(name: string): Zone {
  const readOffset = offsetReader(name)
  const spans = new Map<number, Stretch[]>()

  function offsetAt(instant: number): number {
    const span = Math.floor(instant / SPAN)
    let stretches = spans.get(span)
    if (!stretches) spans.set(span, (stretches = findStretches(readOffset, span * SPAN)))
    let offset = stretches[0]?.offset ?? 0
    for (const stretch of stretches) {
      if (stretch.from > instant) break
      offset = stretch.offset
    }
    return offset
  }

  function instantAt({ day, minutes }: WallTime): Instant {
    const wall = toDayNumber(day) * DAY + minutes * MINUTE
    // Around a clock change, the earlier instant that shows this time counts. If the clock jumps over it, the change
    // itself counts.
    const before = wall - offsetAt(wall - DAY)
    const after = wall - offsetAt(wall + DAY)
    const [first, last] = before < after ? [before, after] : [after, before]
    if (first + offsetAt(first) === wall) return brandNumber(first)
    if (last + offsetAt(last) === wall) return brandNumber(last)
    return brandNumber(changeBetween(offsetAt, first, last))
  }

  function localMilliseconds(instant: Instant): number {
    return instant + offsetAt(instant)
  }

  function dayOf(instant: Instant): Day {
    return fromDayNumber(brandNumber<DayNumber>(Math.floor(localMilliseconds(instant) / DAY)))
  }

  function minutesOf(instant: Instant): number {
    const local = localMilliseconds(instant)
    return Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE)
  }

  const zone: Zone = {
    name,
    dayOf,
    localTimeOf: (instant) => ({ day: dayOf(instant), minutes: minutesOf(instant), zone }),
    minutesOf,
    startOf: (day) => instantAt({ day, minutes: 0 }),
    instantAt,
  }
  return zone
}

/** The offset changes of a span, found by bisection between days with different offsets. */
function findStretches(readOffset: (instant: number) => number, start: number): Stretch[] {
  let offset = readOffset(start)
  const stretches: Stretch[] = [{ from: start, offset }]
  for (let at = start; at < start + SPAN; at += DAY) {
    const next = readOffset(at + DAY)
    if (next === offset) continue
    stretches.push({ from: changeBetween(readOffset, at, at + DAY), offset: next })
    offset = next
  }
  return stretches
}

/** The first instant after `from` with another offset than `from`; whole seconds. */
function changeBetween(offsetAt: (instant: number) => number, from: number, to: number): number {
  const offset = offsetAt(from)
  let [low, high] = [from, to]
  while (high - low > SECOND) {
    const middle = low + Math.floor((high - low) / 2 / SECOND) * SECOND
    if (offsetAt(middle) === offset) low = middle
    else high = middle
  }
  return high
}

function offsetReader(name: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const local =
      dayNumberOf(read('year'), read('month'), read('day')) * DAY +
      read('hour') * HOUR +
      read('minute') * MINUTE +
      read('second') * SECOND
    return local - Math.floor(instant / SECOND) * SECOND
  }
}
