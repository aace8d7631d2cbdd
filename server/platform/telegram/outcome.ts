/**
 * Why a call has no result.
 * - `refused`: Telegram understood it and will not do it (400, 403, …); `migrateTo` where a group has another id now
 * - `limited`: too many requests (429)
 * - `broken`: Telegram, or something before it, failed over it (5xx)
 * - `unauthorized`: the token is wrong, or the address is not Telegram's (401, 404)
 * - `conflict`: somebody else polls with this token, or a webhook is set (409)
 * - `unreachable`: the request surely did not arrive
 * - `lost`: it may have arrived, and the answer did not
 */
export type FailureKind = 'refused' | 'limited' | 'broken' | 'unauthorized' | 'conflict' | 'unreachable' | 'lost'

export interface Failure {
  ok: false
  kind: FailureKind
  /** Telegram's own text where there is one. */
  description: string
  retryAfterSeconds?: number
  migrateTo?: string
}

export type Outcome<T> = { ok: true; result: T } | Failure
