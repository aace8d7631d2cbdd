import { addMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Outcome } from '#platform/telegram/outcome.ts'

interface KindRules {
  /** Lower goes first. */
  priority: number
  /** May be sent again where nobody knows whether it was: a copy does no harm. */
  repeatable: boolean
  /** Its text waits sealed, is not kept once it is settled, and is never logged. */
  secret: boolean
}

const KINDS = {
  'login.code': { priority: 0, repeatable: true, secret: true },
  'bot.reply': { priority: 1, repeatable: false, secret: false },
  'bot.test': { priority: 1, repeatable: false, secret: false },
  'feed.alert': { priority: 3, repeatable: false, secret: false },
} as const satisfies Record<string, KindRules>

export type MessageKind = keyof typeof KINDS

/** Kinds whose text nobody but its reader may see. */
export type SecretKind = { [K in MessageKind]: (typeof KINDS)[K]['secret'] extends true ? K : never }[MessageKind]

const RULES: ReadonlyMap<string, KindRules> = new Map(Object.entries(KINDS))

/** The rules of a stored kind; one that this version does not know is treated with the most care. */
export function rulesOf(kind: string): KindRules {
  return RULES.get(kind) ?? { priority: 9, repeatable: false, secret: true }
}

/** Kinds whose text is forgotten when they are settled. */
export const SECRET_KINDS: readonly string[] = Object.entries(KINDS).flatMap(([kind, { secret }]) =>
  secret ? [kind] : [],
)

/** Pauses before each new try after Telegram failed over a message. */
const RETRY_PAUSES = [1 * SECOND, 5 * SECOND, 25 * SECOND]

/** What becomes of a message after a call. */
export type Verdict =
  | { state: 'sent'; messageId: number }
  | { state: 'failed' | 'unknown'; error: string }
  | { state: 'queued'; error: string; notBefore: Instant | null; limitedUntil: Instant | null; failed: boolean }

export interface Attempt {
  kind: string
  /** How often Telegram, or the way there, failed over this message before. */
  failures: number
}

export function judge(outcome: Outcome<{ messageId: number }>, attempt: Attempt, now: Instant): Verdict {
  if (outcome.ok) return { state: 'sent', messageId: outcome.result.messageId }
  const error = outcome.description
  switch (outcome.kind) {
    case 'refused':
      return { state: 'failed', error }
    case 'limited': {
      const until = addMilliseconds(now, (outcome.retryAfterSeconds ?? 0) * SECOND)
      return { state: 'queued', error, notBefore: until, limitedUntil: until, failed: false }
    }
    case 'unreachable':
    case 'unauthorized':
      return { state: 'queued', error, notBefore: null, limitedUntil: null, failed: false }
    case 'broken':
    case 'conflict':
      return retry(attempt, now, error) ?? { state: 'failed', error }
    case 'lost':
      return judgeLost(attempt, now, error)
  }
}

/** A call whose end nobody saw: the answer was lost, or the sender died over it. */
export function judgeLost(attempt: Attempt, now: Instant, error: string): Verdict {
  const again = rulesOf(attempt.kind).repeatable ? retry(attempt, now, error) : null
  return again ?? { state: 'unknown', error }
}

function retry(attempt: Attempt, now: Instant, error: string): Verdict | null {
  const pause = RETRY_PAUSES[attempt.failures]
  if (pause === undefined) return null
  return { state: 'queued', error, notBefore: addMilliseconds(now, pause), limitedUntil: null, failed: true }
}
