import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'

/** Minutes of one step of a course. */
const STEP_MINUTES = 15
const STEP = STEP_MINUTES * MINUTE

/**
 * The quarters of an hour of a local day, in order, each by the wall-clock minute at which it begins: 96 of them, 92 on
 * a day when the clock is put forward by an hour, 100 when it is put back.
 */
export function quartersOf(day: Day, zone: Zone): number[] {
  const quarters: number[] = []
  const end = zone.startOf(addDays(day, 1))
  for (let at = zone.startOf(day); at < end; at = addMilliseconds(at, STEP)) quarters.push(zone.minutesOf(at))
  return quarters
}

/** Leads that came by the end of each quarter of a day, up to the quarter of `now`; empty for a future day. */
export function drawCourse(
  leads: readonly Instant[],
  { day, zone, now }: { day: Day; zone: Zone; now: Instant },
): number[] {
  const start = zone.startOf(day)
  const end = zone.startOf(addDays(day, 1))
  const passed = Math.ceil((Math.min(now + 1, end) - start) / STEP)
  const counts = Array.from({ length: Math.max(0, passed) }, () => 0)
  for (const at of leads) {
    // A source whose clock is ahead sends leads of the coming minutes. They count as come by now.
    const quarter = Math.min(counts.length - 1, Math.floor((at - start) / STEP))
    if (counts[quarter] !== undefined) counts[quarter] += 1
  }
  return cumulate(counts)
}

/** The leads of another day at these quarters, by wall-clock time, because people compare by it. */
export function drawBeside(quarters: readonly number[], leads: readonly Instant[], zone: Zone): number[] {
  const bySlot = Array.from({ length: (24 * 60) / STEP_MINUTES }, () => 0)
  for (const at of leads) {
    const slot = Math.floor(zone.minutesOf(at) / STEP_MINUTES)
    bySlot[slot] = (bySlot[slot] ?? 0) + 1
  }
  const until = cumulate(bySlot)
  let most = 0
  // In an hour that the clock shows twice, the curve stands still the second time.
  return quarters.map((minutes) => (most = Math.max(most, until[Math.floor(minutes / STEP_MINUTES)] ?? 0)))
}

function cumulate(counts: readonly number[]): number[] {
  let sum = 0
  return counts.map((count) => (sum += count))
}
