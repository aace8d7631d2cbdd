import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import { endOf, formatScope, isRunningAt, type Pause, type PauseReason, type PauseScope } from './pause.ts'

/** What somebody wants stopped, from when until when. */
export interface PauseWish {
  scopes: readonly PauseScope[]
  /** Null: from now on. */
  from: Instant | null
  /** Null: until somebody ends it. */
  until: Instant | null
  reason: PauseReason
  note: string | null
}

export type PauseRefusal =
  | { reason: 'pause.no-scope'; path: string }
  | { reason: 'pause.twice'; path: string }
  | { reason: 'pause.began'; path: string }
  | { reason: 'pause.ends-first'; path: string }
  | { reason: 'pause.unknown-advertiser'; path: string; advertiserId: string }

/** What a clock may be behind of whoever asked. */
const TOLERANCE = MINUTE

/** What keeps a wish from being written; `path` is the field of the call. Else from when on it holds. */
export function checkWish(wish: PauseWish, now: Instant): Result<Instant, PauseRefusal> {
  const keys = wish.scopes.map(formatScope)
  const empty = wish.scopes.findIndex((scope) => Object.values(scope).every((part) => part === null))
  if (empty !== -1) return refuse({ reason: 'pause.no-scope', path: `scopes.${empty}` })
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at)
  if (twice !== -1) return refuse({ reason: 'pause.twice', path: `scopes.${twice}` })
  // What was paid for before is not paused behind anybody's back.
  if (wish.from !== null && wish.from < addMilliseconds(now, -TOLERANCE)) {
    return refuse({ reason: 'pause.began', path: 'from' })
  }
  const from = wish.from === null || wish.from < now ? now : wish.from
  if (wish.until !== null && wish.until <= from) return refuse({ reason: 'pause.ends-first', path: 'until' })
  return { ok: true, value: from }
}

/**
 * What a wish changes of a pause of the same scope that runs when it begins: there are no two of them, and the notice of
 * the first goes on. Null where none runs then.
 */
export function findRunning(pauses: readonly Pause[], scope: PauseScope, from: Instant): Pause | null {
  const key = formatScope(scope)
  return pauses.find((pause) => formatScope(pause) === key && isRunningAt(pause, from)) ?? null
}

/** A pause that is ended by somebody: one that never began has never been. */
export function endPause(pause: Pause, by: string, at: Instant): Pause {
  const end = endOf(pause)
  return end !== null && end <= at ? pause : { ...pause, endedAt: at, endedBy: by }
}
