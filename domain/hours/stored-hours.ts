import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneNamed, type Zone } from '#domain/kernel/zone.ts'
import { END_OF_DAY, isOpen, type Hours, type Window } from './working-hours.ts'
import { parseWrittenHours, type WrittenHours } from './written-hours.ts'

// Ten thousand caps share some dozens of texts for hours, which a board reads again each minute.
const MAX_KNOWN = 1_000
const written = new Map<string, WrittenHours>()
const shown = new Map<string, Hours>()

interface StoredHours {
  workingHours: string | null
  alwaysOn: boolean
}

const ALWAYS: WrittenHours = { hours: { kind: 'always' }, zone: null }
const UNKNOWN: WrittenHours = { hours: { kind: 'unknown' }, zone: null }

/** The hours of a cap or a deal as they were written, from their stored form. */
export function writtenHoursOf(cap: StoredHours): WrittenHours {
  if (cap.alwaysOn) return ALWAYS
  const text = cap.workingHours
  return text === null ? UNKNOWN : remember(written, text, () => parseStored(text))
}

/**
 * The hours of a cap by the clock of the installation's zone on the cap's day. Hours of another zone are converted for
 * each day, so they stay right when either clock changes. If they reach into another day, the part on this day counts.
 */
export function hoursOn(cap: StoredHours & { date: Day }, zone: Zone): Hours {
  const { hours, zone: own } = writtenHoursOf(cap)
  if (own === null) return hours
  return remember(shown, `${cap.workingHours} ${cap.date} ${zone.name}`, () =>
    showOn({ hours, own: zoneNamed(own) }, cap.date, zone),
  )
}

/** Whether an instant lies in hours. The hours are those of their own zone, else of `zone`. */
export function opensAt({ hours, zone: own }: WrittenHours, zone: Zone): (instant: Instant) => boolean {
  const clock = own === null ? zone : zoneNamed(own)
  return (instant) => isOpen(hours, clock.minutesOf(instant))
}

/** The hours of a cap or a deal in words: `24/7`, `09:00-17:00`; null if unknown. */
export function formatStoredHours(cap: StoredHours): string | null {
  return cap.alwaysOn ? '24/7' : cap.workingHours
}

/**
 * Converts minute by minute, so it is right whatever both clocks do on a day, also for an hour that one of them shows
 * twice or never.
 */
function showOn({ hours, own }: { hours: Hours; own: Zone }, day: Day, zone: Zone): Hours {
  const end = zone.startOf(addDays(day, 1))
  const open = Array.from({ length: END_OF_DAY }, () => false)
  for (let at = zone.startOf(day); at < end; at = addMilliseconds(at, MINUTE)) {
    if (isOpen(hours, own.minutesOf(at))) open[zone.minutesOf(at)] = true
  }
  const windows: Window[] = []
  for (const [minute, isMinuteOpen] of open.entries()) {
    const last = windows.at(-1)
    if (!isMinuteOpen) continue
    if (last?.to === minute) last.to += 1
    else windows.push({ from: minute, to: minute + 1 })
  }
  return { kind: 'windows', windows }
}

function parseStored(text: string): WrittenHours {
  const parsed = parseWrittenHours(text)
  return parsed.ok ? parsed.value : UNKNOWN
}

function remember<V>(known: Map<string, V>, key: string, make: () => V): V {
  const found = known.get(key)
  if (found) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
