import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { CAP_KINDS, type CapKind } from '#domain/kernel/cap-kind.ts'
import { addDays, daysBetween, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneNamed, zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'

/** The settings for everything that is sent by the clock. */
export interface Timetable {
  /** An IANA name. */
  zone: string
  /** Minutes since 00:00. */
  summaryAt: number
  /** Minutes since 00:00; null means no brief. */
  briefAt: number | null
  /** How long before working hours the alert is sent; null means no alerts. */
  alertLeadMinutes: number | null
  /** Minutes since 00:00; null means no reminder. */
  reminderAt: number | null
}

/**
 * A window of working hours of a cap. It opens at its written start, on the day of the cap, by the clock of its zone.
 */
export interface Opening {
  capId: string
  capKind: CapKind
  day: Day
  /** Since 00:00. */
  minutes: number
  /** Its own zone, as `nameZone` gives it; null means the zone of the settings. */
  zone: string | null
}

interface DueBase {
  /** A message with this key is sent once, whatever the settings become. */
  key: string
  at: Instant
}

export type Due = DueBase &
  (
    | { kind: 'summary'; capKind: CapKind; day: Day }
    | { kind: 'reminder'; day: Day }
    | { kind: 'open-pauses'; day: Day }
    | { kind: 'brief'; day: Day }
    | {
        kind: 'opening'
        stage: 'before' | 'start'
        capKind: CapKind
        opensAt: Instant
        /** Days of the caps: two if one cap has hours at a time that the clock jumps over. */
        days: Day[]
        capIds: string[]
      }
  )

/** Everything that is due after `from` and up to `to`, in order. */
export function listDue(timetable: Timetable, openings: readonly Opening[], from: Instant, to: Instant): Due[] {
  const zone = zoneOf(timetable.zone)
  const days = daysAround(zone, from, to)
  const all = [...days.flatMap((day) => listDaily(timetable, zone, day)), ...listOpenings(timetable, zone, openings)]
  return all
    .filter(({ at }) => at > from && at <= to)
    .toSorted((a, b) => a.at - b.at || compareCodePoints(a.key, b.key))
}

/** The days whose openings may be due in this span: an alert comes up to its lead time earlier. */
export function daysAround(zone: Zone, from: Instant, to: Instant, leadMinutes = 0): Day[] {
  const first = addDays(zone.dayOf(from), -1)
  const last = addDays(zone.dayOf(addMilliseconds(to, leadMinutes * MINUTE)), 1)
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))
}

/** The brief lists pauses, so if there is a brief, it also asks about pauses without an end. */
function listDaily(timetable: Timetable, zone: Zone, day: Day): Due[] {
  const { summaryAt, briefAt, reminderAt } = timetable
  const at = (minutes: number) => zone.instantAt({ day, minutes })
  const summaries = CAP_KINDS.map((capKind): Due => ({
    kind: 'summary',
    key: `summary:${capKind}:${day}`,
    capKind,
    day,
    at: at(summaryAt),
  }))
  const morning: Due =
    briefAt === null
      ? { kind: 'open-pauses', key: `open-pauses:${day}`, day, at: at(summaryAt) }
      : { kind: 'brief', key: `brief:${day}`, day, at: at(briefAt) }
  if (reminderAt === null) return [...summaries, morning]
  return [...summaries, morning, { kind: 'reminder', key: `reminder:${day}`, day, at: at(reminderAt) }]
}

/** One message for all caps of a kind whose hours begin at the same instant, and one before it. */
function listOpenings({ alertLeadMinutes }: Timetable, zone: Zone, openings: readonly Opening[]): Due[] {
  if (alertLeadMinutes === null) return []
  const all = openings.flatMap((opening) => listInstants(opening, zone).map((opensAt) => ({ ...opening, opensAt })))
  const instants = Map.groupBy(all, ({ capKind, opensAt }) => `${capKind} ${opensAt}`)
  return [...instants.values()].flatMap((together) => {
    const [first] = together
    if (!first) return []
    const { capKind, opensAt } = first
    const clock = zone.localTimeOf(opensAt)
    const name = `${capKind}:${clock.day}T${formatMinutes(clock.minutes)}`
    const shared = {
      kind: 'opening' as const,
      capKind,
      opensAt,
      days: [...new Set(together.map(({ day }) => day))],
      capIds: together.map(({ capId }) => capId),
    }
    const before = addMilliseconds(opensAt, -alertLeadMinutes * MINUTE)
    return [
      { ...shared, stage: 'before' as const, key: `opens-soon:${name}`, at: before },
      { ...shared, stage: 'start' as const, key: `opens:${name}`, at: opensAt },
    ]
  })
}

/**
 * The instants at which a window opens. In another zone this happens once on a day of this zone or, around a clock
 * change, twice or never.
 */
function listInstants({ day, minutes, zone: own }: Opening, zone: Zone): Instant[] {
  if (own === null) return [zone.instantAt({ day, minutes })]
  const clock = zoneNamed(own)
  return [-1, 0, 1]
    .map((days) => clock.instantAt({ day: addDays(day, days), minutes }))
    .filter((at) => zone.dayOf(at) === day)
}

/** How far back and ahead a change of the settings is checked. */
export const CHANGE_SPAN = 2 * DAY

/** Minutes since 00:00 of a valid `HH:MM`. */
export function parseTimeOfDay(text: string): number {
  const [hours = '', minutes = ''] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}
