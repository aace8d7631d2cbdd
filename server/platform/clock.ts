import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'

/** Where the time comes from, so that tests can drive it. */
export interface Clock {
  now(): Instant
  /** Calls back when so many milliseconds have passed; the answer takes it back. Where it is missing, real time passes. */
  after?(milliseconds: number, run: () => void): () => void
}

/** This machine's own. Never for what is compared with another node's time: that is the database's (decision 031). */
export const systemClock: Clock = { now: () => instantFromMilliseconds(Date.now()) }

/** One reading of another clock. Milliseconds: `at` since 1970 as that clock says; the others count from any one moment. */
export interface ClockReading {
  at: number
  asked: number
  answered: number
}

/** Shows another clock's time: set by each reading, it goes on by the milliseconds that pass here. */
export interface FollowingClock extends Clock {
  follow(reading: ClockReading): void
  /** Milliseconds by which this machine's own clock is ahead of the other one; below 0 it is behind. */
  skew(): number
}

/** What a machine knows of time by itself: `passed` is never set by anybody. */
const OWN = { passed: () => performance.now(), now: () => Date.now() }

/** Counts `asked` and `answered` as `own.passed` does. */
export function createFollowingClock(first: ClockReading, own: typeof OWN = OWN): FollowingClock {
  // The other clock's time when `passed` was 0.
  let zero = first.at - (first.asked + first.answered) / 2
  const exact = () => zero + own.passed()
  return {
    now: () => instantFromMilliseconds(Math.floor(exact())),
    follow({ at, asked, answered }) {
      // The reading was taken between the two: it moves the clock no further than that proves it wrong, so that a slow
      // answer moves nothing.
      zero = Math.min(Math.max(zero, at - answered), at - asked)
    },
    skew: () => Math.round(own.now() - exact()),
  }
}

const LONGEST_TIMER = 2 ** 31 - 1

/** Calls back when so many milliseconds of this clock have passed. */
export function startTimer(clock: Clock | undefined, milliseconds: number, run: () => void): () => void {
  if (clock?.after) return clock.after(milliseconds, run)
  const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER))
  return () => clearTimeout(timer)
}
