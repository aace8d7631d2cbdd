import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import {
  endOf,
  findEndOfStop,
  formatScope,
  isRunningAt,
  type Pause,
  type PauseReason,
  type PauseScope,
  type PauseWhy,
} from './pause.ts'

/** A pause that somebody wants, with its beginning and end. */
export interface PauseWish {
  scopes: readonly PauseScope[]
  /** Null means from now on. */
  from: Instant | null
  /** Null means without a set end. */
  until: Instant | null
  reason: PauseReason
  note: string | null
  /** What running pauses of these scopes keep of their own. */
  keeps?: readonly PauseWhy[]
}

export type PauseRefusal =
  | { reason: 'pause.no-scope'; path: string }
  | { reason: 'pause.twice'; path: string }
  | { reason: 'pause.began'; path: string }
  | { reason: 'pause.ends-first'; path: string }
  | { reason: 'pause.unknown-advertiser'; path: string; advertiserId: string }

/** How far the clock of the requester may be behind. */
const TOLERANCE = MINUTE

/** Checks a wish. Returns the beginning of the pause, or a refusal with the field of the call as `path`. */
export function checkWish(wish: PauseWish, now: Instant): Result<Instant, PauseRefusal> {
  const empty = wish.scopes.findIndex((scope) => Object.values(scope).every((part) => part === null))
  if (empty !== -1) return refuse({ reason: 'pause.no-scope', path: `scopes.${empty}` })
  const twice = findTwice(wish.scopes)
  if (twice) return refuse(twice)
  // A pause in the past would change what was paid for.
  if (wish.from !== null && wish.from < addMilliseconds(now, -TOLERANCE)) {
    return refuse({ reason: 'pause.began', path: 'from' })
  }
  const from = wish.from === null || wish.from < now ? now : wish.from
  if (wish.until !== null && wish.until <= from) return refuse({ reason: 'pause.ends-first', path: 'until' })
  return { ok: true, value: from }
}

/** The first scope that is one before it; null if there is none. */
export function findTwice(scopes: readonly PauseScope[]): PauseRefusal | null {
  const keys = scopes.map(formatScope)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at)
  return twice === -1 ? null : { reason: 'pause.twice', path: `scopes.${twice}` }
}

/**
 * The pauses of the same scope that run at a moment, the first first: a change of one concerns all. There are two where one was
 * planned before another one was begun that runs on into it.
 */
export function listRunning(pauses: readonly Pause[], scope: PauseScope, at: Instant): Pause[] {
  const key = formatScope(scope)
  return pauses.filter((pause) => formatScope(pause) === key && isRunningAt(pause, at))
}

/**
 * Undoes a change of a pause: it is again what it was `before`. A new pause ends, because traffic was stopped. So does one that
 * got a later end and would be over by its earlier one. The past stays: where traffic has flowed since, also of those `beside`
 * it, the pause begins now, as another one with its own `from`; if it would be over too, it stays as it is.
 */
export function undoPause(
  pause: Pause,
  before: Pause | null,
  by: string,
  now: Instant,
  beside: readonly Pause[],
): Pause {
  if (!before) return endPause(pause, by, now)
  const [end, restored] = [endOf(pause), endOf(before)]
  const isOver = restored !== null && restored <= now
  if (isOver && (end === null || end > restored)) return endPause(pause, by, now)
  if (isOver) return pause
  const stopped = end === null ? null : findEndOfStop(beside, pause, end)
  const flowed = stopped === null ? 0 : now - Math.max(stopped, before.from)
  return flowed > MINUTE ? { ...before, from: now } : before
}

/** Ends a pause by a person, now or at a later moment. A pause that has not begun by then counts as never made. */
export function endPause(pause: Pause, by: string, now: Instant, at = now): Pause {
  const end = endOf(pause)
  if (end !== null && end <= at) return pause
  return now < at && pause.from < at ? { ...pause, until: at } : { ...pause, endedAt: now, endedBy: by }
}
