import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'

/** Where the time comes from, so that tests can drive it. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => instantFromMilliseconds(Date.now()) }
