import { listPausedWindows } from '#domain/hours/paused-time.ts'
import type { Window } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { LocalTime, Zone } from '#domain/kernel/zone.ts'
import {
  covers,
  endOf,
  findLongest,
  formatScope,
  isRunningAt,
  spansOver,
  type Pause,
  type PauseScope,
} from './pause.ts'

/** The place and day of a cap, or of several. */
export interface PlannedPlace extends PauseScope {
  date: Day
}

const NOTHING: readonly Window[] = []

/** Finds the paused windows of each cap's day. Caps with the same place and day are computed once. */
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
 * The pause that stops the traffic of a cap, or of a scope on a day: now if that is today, at the beginning of the day if
 * later. Of several, the one that ends last. Null if there is none, or if the day is over.
 */
export function findHolding(pauses: readonly Pause[], cap: PlannedPlace, now: LocalTime, zone: Zone): Pause | null {
  if (cap.date < now.day) return null
  // The last moment of this minute, so that a pause that began within it holds.
  const at = cap.date === now.day ? addMilliseconds(zone.instantAt(now), MINUTE - 1) : zone.startOf(cap.date)
  return findLongest(pauses.filter((pause) => covers(pause, cap) && isRunningAt(pause, at)))
}

/** Whether a pause stops that traffic until a moment, or for longer. */
export function isHeldUntil(until: Instant, ...held: Parameters<typeof findHolding>): boolean {
  const holding = findHolding(...held)
  const end = holding && endOf(holding)
  return holding !== null && (end === null || end >= until)
}
