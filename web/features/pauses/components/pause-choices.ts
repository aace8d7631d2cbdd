import { type Cap, describePlace } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { listRunning } from '#domain/pauses/edits.ts'
import { endOf, findLongest, formatScope, type Pause, type PauseReason, type PauseScope } from '#domain/pauses/pause.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { formatDayFrom, formatTime } from '#web/lib/format.ts'

/** The pause of this very scope that runs at a moment, of two the longer one; a wider one may hold longer beside it. */
export function standingOf(pauses: readonly Pause[], scope: PauseScope, at: Instant): Pause | null {
  // One that somebody began just now may be ahead of this clock.
  return findLongest(listRunning(pauses, scope, addMilliseconds(at, MINUTE)))
}

/** What a pause is given in the dialog; `time` is an end that is typed. */
export interface PauseValues {
  end: string
  time: string
  reason: PauseReason
  note: string
}

/** What the dialog begins with: a pause that stands stays as it is where nothing is chosen or typed. */
export function valuesOf(standing: Pause | null): PauseValues {
  if (!standing) return { end: 'tonight', time: '', reason: 'quality', note: '' }
  const { until, reason, note } = standing
  return { end: until === null ? 'open' : 'kept', time: '', reason, note: note ?? '' }
}

/** Whether a pause lasts until an end, or longer. */
export function holdsFor(pause: Pause | null, until: Instant | null): boolean {
  if (!pause) return false
  const end = endOf(pause)
  return end === null || (until !== null && end >= until)
}

/** The traffic that may be paused, in words. */
interface ScopeChoice {
  label: string
  scopes: readonly PauseScope[]
}

/** Which choice is of the scope of a pause, else the first. */
export function findChoice(choices: readonly ScopeChoice[], pause: Pause | null): number {
  const isOfPause = (scope: PauseScope) => pause !== null && formatScope(scope) === formatScope(pause)
  return Math.max(
    0,
    choices.findIndex(({ scopes }) => scopes.some(isOfPause)),
  )
}

/** The caps themselves; of a single one also what is wider. */
export function listScopes(caps: readonly Cap[]): ScopeChoice[] {
  const own = caps.map(({ geo, advertiserId, sourceNumber }): PauseScope => ({ geo, advertiserId, sourceNumber }))
  const [only, ...others] = own
  if (!only || others.length > 0) return [{ label: `These ${caps.length} caps`, scopes: distinct(own) }]
  const { geo, advertiserId, sourceNumber } = only
  const wider: PauseScope[] = [
    ...(advertiserId === null
      ? []
      : [
          { geo, advertiserId, sourceNumber: null },
          { geo: null, advertiserId, sourceNumber },
          { geo, advertiserId: null, sourceNumber },
          { geo: null, advertiserId, sourceNumber: null },
        ]),
    { geo: null, advertiserId: null, sourceNumber },
    { geo, advertiserId: null, sourceNumber: null },
  ]
  return [
    { label: `This cap: ${describePlace(only)}`, scopes: [only] },
    ...wider.map((scope) => ({ label: `All of ${describePlace(scope)}`, scopes: [scope] })),
  ]
}

/** Caps of several days may be of one place. */
function distinct(scopes: readonly PauseScope[]): PauseScope[] {
  return [...new Map(scopes.map((scope) => [formatScope(scope), scope])).values()]
}

interface PauseEnd {
  id: string
  label: string
  until: Instant | null
}

/** The first and the last day of some caps, and the moment from which all are paused; null is now. */
export function daysOf(caps: readonly Cap[], now: Instant, zone: Zone) {
  const today = zone.dayOf(now)
  // Of a day that is over, what comes from now on is paused.
  const days = caps.map(({ date }) => (date < today ? today : date)).toSorted()
  const [first = today, last = today] = [days[0], days.at(-1)]
  return { from: first > today ? zone.startOf(first) : null, first, last }
}

/**
 * The ends that are one press away, that of a standing pause first. Of several days no hours: they would be over before the
 * last day.
 */
export function listEnds(from: Instant, last: Day, zone: Zone, standing: Pause | null): PauseEnd[] {
  const next = addDays(last, 1)
  const isOneDay = zone.dayOf(from) === last
  const hours = [
    { id: 'hour', label: '1 hour', until: addMilliseconds(from, HOUR) },
    { id: 'hours', label: '3 hours', until: addMilliseconds(from, 3 * HOUR) },
  ]
  return [
    ...(standing && standing.until !== null ? [{ id: 'kept', label: 'As it is', until: standing.until }] : []),
    ...(isOneDay ? hours : []),
    { id: 'tonight', label: isOneDay ? 'End of day' : 'End of the last day', until: zone.startOf(next) },
    { id: 'morning', label: 'Next day 09:00', until: zone.instantAt({ day: next, minutes: 9 * 60 }) },
    { id: 'open', label: 'Until resumed', until: null },
  ]
}

/** The moment of a typed time: the next one, of several days that of the last. */
export function nextAt(time: string, from: Instant, last: Day, zone: Zone): Instant {
  const minutes = parseTimeOfDay(time)
  const at = zone.instantAt({ day: last, minutes })
  return at > from && at > zone.startOf(last) ? at : zone.instantAt({ day: addDays(last, 1), minutes })
}

/** `14:00`; with its day, `Sat 21 Nov, 14:00`, where that is not plain. */
export function sayEnd(until: Instant, now: Instant, zone: Zone, isOfToday: boolean): string {
  const time = formatTime(until, zone)
  if (isOfToday && until <= addMilliseconds(now, DAY)) return time
  return `${formatDayFrom(zone.dayOf(now), zone.dayOf(until))}, ${time}`
}
