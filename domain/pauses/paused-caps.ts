import { listPausedWindows } from '#domain/hours/paused-time.ts'
import type { Window } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import type { LocalTime, Zone } from '#domain/kernel/zone.ts'
import { covers, endOf, formatScope, isRunningAt, spansOver, type Pause, type PausePlace } from './pause.ts'

/** What a cap plans, and when. */
export interface PlannedPlace extends PausePlace {
  date: Day
}

const NOTHING: readonly Window[] = []

/** What of each cap's day is paused. Caps of one place and day are looked at once. */
export function createPausedOf(pauses: readonly Pause[], zone: Zone): (cap: PlannedPlace) => readonly Window[] {
  if (pauses.length === 0) return () => NOTHING
  const known = new Map<string, readonly Window[]>()
  return (cap) => {
    const key = cap.date + formatScope(cap)
    const found = known.get(key) ?? listPausedWindows(spansOver(pauses, cap), zone, cap.date)
    known.set(key, found)
    return found
  }
}

/**
 * The pause that stops a cap's traffic: now on its own day, at the beginning of it on a later one; of several the one that
 * ends last. Null where none does, and of days that are over.
 */
export function findHolding(pauses: readonly Pause[], cap: PlannedPlace, now: LocalTime, zone: Zone): Pause | null {
  if (cap.date < now.day) return null
  // The last moment at which the clock shows this minute: what began within it holds.
  const at = cap.date === now.day ? addMilliseconds(zone.instantAt(now), MINUTE - 1) : zone.startOf(cap.date)
  const holding = pauses.filter((pause) => covers(pause, cap) && isRunningAt(pause, at))
  return holding.reduce<Pause | null>((last, pause) => (last && isLater(last, pause) ? last : pause), null)
}

function isLater(one: Pause, other: Pause): boolean {
  const [end, otherEnd] = [endOf(one), endOf(other)]
  return end === null || (otherEnd !== null && end >= otherEnd)
}
