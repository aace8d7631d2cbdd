import { addMilliseconds, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'

/** A clock that a test sets; it stands still otherwise. */
export interface TestClock extends Clock {
  set(iso: string): void
  advance(milliseconds: number): void
  /** From now on whoever waits is woken at once, and the clock stands where they wanted it to; not while this says busy. */
  leap(isBusy: () => boolean): void
}

export function createTestClock(iso: string): TestClock {
  let now = read(iso)
  let isBusy: (() => boolean) | null = null

  function after(milliseconds: number, run: () => void): () => void {
    const until = addMilliseconds(now, milliseconds)
    const leapsFrom = () => (isBusy ? 1 : milliseconds)
    const ring = () => {
      if (isBusy?.()) timer = setTimeout(ring, 1)
      else {
        if (isBusy && until > now) now = until
        run()
      }
    }
    let timer = setTimeout(ring, leapsFrom())
    return () => clearTimeout(timer)
  }

  return {
    after,
    leap: (busy) => (isBusy = busy),
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
