import { countPausedMinutes, isEverTaking } from '#domain/hours/paused-time.ts'
import { END_OF_DAY, type Hours, type Window } from '#domain/hours/working-hours.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import type { Cap } from './cap.ts'

/** How a cap does against the leads due by now, most urgent first. */
export const PACES = ['no-leads', 'behind', 'on-pace', 'full'] as const

export type Pace = (typeof PACES)[number]

/** Minutes of a day before `minutes` (0 to 1440) in which leads are taken. Unknown hours restrict nothing. */
export function countOpenMinutes(hours: Hours, minutes: number): number {
  if (hours.kind !== 'windows') return minutes
  const before = (from: number, to: number) => Math.max(0, Math.min(to, minutes) - from)
  return hours.windows.reduce(
    (sum, { from, to }) => sum + (from < to ? before(from, to) : before(0, to) + before(from, END_OF_DAY)),
    0,
  )
}

/** A clock that also knows the paused time of each cap's day. If left out, nothing is paused. */
export interface PaceClock extends LocalTime {
  pausedOf?: (cap: Pick<Cap, 'date' | 'geo' | 'advertiserId' | 'sourceNumber'>) => readonly Window[]
}

/** What of it is the same all day. */
export type DayClock = Omit<PaceClock, 'day' | 'minutes'>

/**
 * Leads due at a wall-clock minute of a cap's day: the cap times the share of its open minutes that have passed. Paused
 * minutes bring none, and other minutes bring no more for it. Not rounded, so that a tick on a bar moves evenly; its
 * whole part is exact.
 */
export function computeExpected(
  cap: number,
  hours: Hours,
  minutesOfDay: number,
  paused: readonly Window[] = [],
): number {
  const open = countOpenMinutes(hours, END_OF_DAY)
  // Hours of another zone may lie in an hour that its clock jumps over. Nothing is due on such a day.
  if (open === 0) return 0
  const passed = countOpenMinutes(hours, minutesOfDay) - countPausedMinutes(hours, paused, minutesOfDay)
  return (cap * passed) / open
}

/** Leads due by now for a stored cap: the whole cap on a past day, null on a future day. */
export function computeExpectedBy(cap: Cap, now: PaceClock): number | null {
  if (cap.date > now.day) return null
  const minutes = cap.date === now.day ? now.minutes : END_OF_DAY
  return computeExpected(cap.cap, hoursOn(cap, now.zone), minutes, now.pausedOf?.(cap))
}

/**
 * - `full`: the cap is delivered (a cap of 0: once anything is).
 * - `no-leads`: nothing is delivered, but at least one whole lead is due.
 * - `behind`: more than one lead short, and more than a tenth of the leads due. The tolerance keeps a cap from
 *   alternating between two leads, and small caps from being behind for one lead.
 * - `on-pace`: anything else.
 */
export function classifyPace(delivered: number, cap: number, expected: number): Pace {
  if (computeProgress(delivered, cap) === 100) return 'full'
  if (delivered === 0 && expected >= 1) return 'no-leads'
  return expected - delivered > Math.max(1, expected / 10) ? 'behind' : 'on-pace'
}

/** A cap's pace; null on a future day. */
export function decidePace(cap: Cap, now: PaceClock): Pace | null {
  const expected = computeExpectedBy(cap, now)
  return expected === null ? null : classifyPace(cap.actualCount, cap.cap, expected)
}

/** Whether a cap is behind, or has no leads though some are due. */
export function isBehind(cap: Cap, now: PaceClock): boolean {
  const pace = decidePace(cap, now)
  return pace === 'behind' || pace === 'no-leads'
}

/** Counts the caps that are behind. */
export function countBehind(caps: readonly Cap[], now: PaceClock): number {
  return caps.filter((cap) => isBehind(cap, now)).length
}

/** The caps that want leads and got none, but for those that were paused in all of their open minutes. */
export function listWithoutLeads(caps: readonly Cap[], { zone, pausedOf }: DayClock): Cap[] {
  return caps.filter(
    (cap) => cap.cap > 0 && cap.actualCount === 0 && isEverTaking(hoursOn(cap, zone), pausedOf?.(cap) ?? []),
  )
}

/** Leads due by now over all these caps. Caps of future days count 0. */
export function sumExpectedBy(caps: readonly Cap[], now: PaceClock): number {
  return caps.reduce((sum, cap) => sum + (computeExpectedBy(cap, now) ?? 0), 0)
}

/** Delivered share of a cap in percent, at most 100. A cap of 0 is full once anything arrives. */
export function computeProgress(delivered: number, cap: number): number {
  if (cap === 0) return delivered > 0 ? 100 : 0
  return Math.min(100, (delivered * 100) / cap)
}

/**
 * The percentage that people read: whole, rounded, and 100 only for a full cap, so that the board, the bot and alerts
 * agree. It can exceed 100.
 */
export function roundProgress(delivered: number, cap: number): number {
  if (delivered >= cap) return cap === 0 ? computeProgress(delivered, cap) : Math.round((delivered * 100) / cap)
  return Math.min(99, Math.round(computeProgress(delivered, cap)))
}

/** Leads still missing to the cap, never below 0. */
export function computeRemaining(delivered: number, cap: number): number {
  return Math.max(0, cap - delivered)
}
