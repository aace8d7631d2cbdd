import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { addFigures, type Figures } from './figures.ts'

/** Figures of a quarter of an hour. */
export interface SlotFigures extends Figures {
  /** Its first moment. */
  slot: Instant
}

export interface HourFigures extends Figures {
  /** By the wall clock, 0 to 23. */
  hour: number
}

const HOURS = 24
const MINUTES = 60

/**
 * The 24 hours of a day in order, by the wall clock of a zone (every zone is whole quarters of an hour off UTC). An
 * hour that the clock shows twice is one number; an hour that it jumps over is empty.
 */
export function fillHours(slots: readonly SlotFigures[], zone: Zone): HourFigures[] {
  const byHour = Map.groupBy(slots, ({ slot }) => Math.floor(zone.minutesOf(slot) / MINUTES))
  return Array.from({ length: HOURS }, (_, hour) => ({ hour, ...addFigures(byHour.get(hour) ?? []) }))
}

/** The current hour if the day is today; null for any other day. */
export function findRunningHour(day: Day, now: Instant, zone: Zone): number | null {
  return zone.dayOf(now) === day ? Math.floor(zone.minutesOf(now) / MINUTES) : null
}
