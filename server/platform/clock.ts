import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'

/** The source of time, so that tests can control it. */
export interface Clock {
  now(): Instant
  /** Calls `run` after this many milliseconds; the returned function cancels it. Without it, real time passes. */
  after?(milliseconds: number, run: () => void): () => void
}

/** This machine's own clock. Never compare it with another node's time: that is the database's (decision 031). */
export const systemClock: Clock = { now: () => instantFromMilliseconds(Date.now()) }

/** One reading of another clock, in milliseconds: `at` since 1970 by that clock; the others from any fixed moment. */
export interface ClockReading {
  at: number
  asked: number
  answered: number
}

/**
 * A clock that follows another one: each reading sets it, and between readings it advances by the milliseconds that
 * pass here.
 */
export interface FollowingClock extends Clock {
  follow(reading: ClockReading): void
  /** Milliseconds by which this machine's clock is ahead of the other one; negative if it is behind. */
  skew(): number
}

/** The time of this machine. Nobody can set `passed`. */
const OWN = { passed: () => performance.now(), now: () => Date.now() }

/** Creates the clock. `asked` and `answered` count as `own.passed` does. */
export function createFollowingClock(first: ClockReading, own: typeof OWN = OWN): FollowingClock {
  // The other clock's time when `passed` was 0.
  let zero = first.at - (first.asked + first.answered) / 2
  const exact = () => zero + own.passed()
  return {
    now: () => instantFromMilliseconds(Math.floor(exact())),
    follow({ at, asked, answered }) {
      // The other clock was read between the two. The clock moves only as far as that proves it wrong, so a slow answer
      // moves nothing.
      zero = Math.min(Math.max(zero, at - answered), at - asked)
    },
    skew: () => Math.round(own.now() - exact()),
  }
}

const LONGEST_TIMER = 2 ** 31 - 1

/** Calls back after this many milliseconds of this clock. */
export function startTimer(clock: Clock | undefined, milliseconds: number, run: () => void): () => void {
  if (clock?.after) return clock.after(milliseconds, run)
  const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER))
  return () => clearTimeout(timer)
}
