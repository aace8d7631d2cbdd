import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'

/** Where the time comes from, so that tests can drive it. */
export interface Clock {
  now(): Instant
  /** Calls back when so many milliseconds have passed; the answer takes it back. Where it is missing, real time passes. */
  after?(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = { now: () => instantFromMilliseconds(Date.now()) }

const LONGEST_TIMER = 2 ** 31 - 1

/** Calls back when so many milliseconds of this clock have passed. */
export function startTimer(clock: Clock | undefined, milliseconds: number, run: () => void): () => void {
  if (clock?.after) return clock.after(milliseconds, run)
  const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER))
  return () => clearTimeout(timer)
}
