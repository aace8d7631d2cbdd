import { addMilliseconds, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'

/** A clock that a test sets; it stands still otherwise. */
export interface TestClock extends Clock {
  set(iso: string): void
  advance(milliseconds: number): void
}

export function createTestClock(iso: string): TestClock {
  let now = read(iso)
  return {
    now: () => now,
    set: (next) => (now = read(next)),
    advance: (milliseconds) => (now = addMilliseconds(now, milliseconds)),
  }
}

function read(iso: string): Instant {
  const instant = parseInstant(iso)
  if (instant === null) throw new Error(`not an instant: ${iso}`)
  return instant
}
