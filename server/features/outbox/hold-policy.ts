import { addMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Failure, Outcome } from '#platform/telegram/transport.ts'

/** The longest pauses while no call can succeed. The first is a second, and each doubles the last one. */
const LONGEST_PAUSE: Partial<Record<Failure['kind'], number>> = {
  unreachable: 15 * SECOND,
  unauthorized: 60 * SECOND,
}

/** Reasons to make no call: a wait that Telegram requested, or trouble on the way. */
export interface Holds {
  /** Milliseconds until this client may call; it may call if that is not above 0. */
  remaining(client: object, now: Instant): number
  /** Takes the outcome of a call. Returns the milliseconds of a new pause, if there is one. */
  add(client: object, outcome: Outcome<unknown>, now: Instant): number | null
  /** Whether Telegram took or refused a message since an instant. */
  answeredSince(instant: Instant): boolean
}

/** Before its begin it says nothing: the clock was set back since. */
interface Rest {
  from: Instant
  until: Instant
}

interface Trouble extends Rest {
  /** Another token may have none. */
  client: object
  pauseMs: number
}

/** `limit`: until when Telegram wants nothing, as a sender before this one was told; this one has begun at `begun`. */
export function createHolds(limit: Instant | null, begun: Instant): Holds {
  // Separate, because neither ends the other: Telegram's wait holds for any token, and outlasts earlier calls.
  let limited: Rest | null = limit === null ? null : { from: begun, until: limit }
  let trouble: Trouble | null = null
  let answeredAt: Instant | null = null

  function addLimit(seconds: number, now: Instant): number | null {
    const forMs = seconds * SECOND
    if (limited && leftOf(limited, now) >= forMs) return null
    limited = { from: now, until: addMilliseconds(now, forMs) }
    return forMs
  }

  function addTrouble(client: object, longest: number, now: Instant): number | null {
    const before = trouble?.client === client ? trouble : null
    // Of simultaneous calls only the first makes the pause longer.
    if (before && leftOf(before, now) > 0) return null
    const pauseMs = Math.min(Math.max((before?.pauseMs ?? 0) * 2, SECOND), longest)
    trouble = { from: now, until: addMilliseconds(now, pauseMs), client, pauseMs }
    return pauseMs
  }

  return {
    remaining(client, now) {
      return Math.max(limited ? leftOf(limited, now) : 0, trouble?.client === client ? leftOf(trouble, now) : 0)
    },
    add(client, outcome, now) {
      if (outcome.ok || outcome.kind === 'refused') answeredAt = now
      if (!outcome.ok && outcome.kind === 'limited') return addLimit(outcome.retryAfterSeconds ?? 0, now)
      const longest = outcome.ok ? undefined : LONGEST_PAUSE[outcome.kind]
      if (longest !== undefined) return addTrouble(client, longest, now)
      // Telegram answered, whatever it said.
      if (trouble?.client === client) trouble = null
      return null
    },
    answeredSince: (instant) => answeredAt !== null && answeredAt >= instant,
  }
}

function leftOf({ from, until }: Rest, now: Instant): number {
  return now < from ? 0 : until - now
}
