import { addMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Outcome } from '#platform/telegram/transport.ts'

interface KindRules {
  /** Lower goes first. */
  priority: number
  /** May be sent again if the result is unknown: a copy does no harm. */
  repeatable: boolean
  /** Its text waits sealed, is not kept once it is settled, and is never logged. */
  secret: boolean
}

const KINDS = {
  'login.code': { priority: 0, repeatable: true, secret: true },
  /** The answer to a press: whoever pressed waits for it. */
  'bot.press': { priority: 1, repeatable: true, secret: false },
  /** A message of ours that becomes another one. */
  'bot.edit': { priority: 1, repeatable: true, secret: false },
  'bot.reply': { priority: 1, repeatable: false, secret: false },
  'bot.test': { priority: 1, repeatable: false, secret: false },
  // One per subject (its dedupe key): rather sent twice than lost.
  'feed.alert': { priority: 3, repeatable: true, secret: false },
  'broadcast.alert': { priority: 3, repeatable: true, secret: false },
  'webhook.alert': { priority: 3, repeatable: true, secret: false },
  'hours.alert': { priority: 3, repeatable: true, secret: false },
  'cap.alert': { priority: 3, repeatable: true, secret: false },
  'pause.notice': { priority: 3, repeatable: false, secret: false },
  'plan.notice': { priority: 4, repeatable: true, secret: false },
  'file.alert': { priority: 3, repeatable: true, secret: false },
  'always-on.reminder': { priority: 4, repeatable: true, secret: false },
  'daily.summary': { priority: 4, repeatable: true, secret: false },
  // Somebody may request many, so other messages must not wait for them.
  suggestion: { priority: 5, repeatable: true, secret: false },
  // A second copy of a file looks like a second file.
  'analytics.file': { priority: 5, repeatable: false, secret: false },
  'payout.statement': { priority: 5, repeatable: false, secret: false },
  broadcast: { priority: 6, repeatable: false, secret: false },
} as const satisfies Record<string, KindRules>

/** From this priority on nobody waits for a message: those of a kind go to a chat in their order, so that its last word is the newest. */
export const FIRST_IN_ORDER = 3

export type MessageKind = keyof typeof KINDS

/** Kinds whose text only the reader may see. */
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

/** Kinds that are sent again rather than lost. */
export const REPEATABLE_KINDS: readonly string[] = Object.entries(KINDS).flatMap(([kind, { repeatable }]) =>
  repeatable ? [kind] : [],
)

/** Pauses before each new try after Telegram failed: half an hour, in which other messages go on. */
const RETRY_PAUSES = [1, 5, 25, 60, 120, 300, 600, 720].map((seconds) => seconds * SECOND)

/** The last of them. */
export const LAST_PAUSE = 720 * SECOND

/** The result of a successful call. An edit makes no new message. */
export interface Sent {
  messageId: number | null
}

/** The next state of a message after a call. */
export type Verdict =
  | { state: 'sent'; messageId: number | null }
  | { state: 'failed' | 'unknown'; error: string }
  | Queued

interface Queued {
  state: 'queued'
  /** Null: a part of it was sent, and the next follows. */
  error: string | null
  notBefore: Instant | null
  limitedUntil: Instant | null
  failed: boolean
  /** The id that the group has from now on. */
  movedTo?: string
}

export interface Attempt {
  kind: string
  /** How often Telegram, or the way there, failed over this message before. */
  failures: number
}

/** `isAnswering`: Telegram answers over other messages. */
export function judge(outcome: Outcome<Sent>, attempt: Attempt, now: Instant, isAnswering: boolean): Verdict {
  if (outcome.ok) return { state: 'sent', messageId: outcome.result.messageId }
  const error = outcome.description
  switch (outcome.kind) {
    case 'refused':
      return outcome.migrateTo === undefined ? { state: 'failed', error } : move(attempt, now, error, outcome.migrateTo)
    case 'limited': {
      const until = addMilliseconds(now, (outcome.retryAfterSeconds ?? 0) * SECOND)
      return { state: 'queued', error, notBefore: until, limitedUntil: until, failed: false }
    }
    case 'unreachable':
    case 'unauthorized':
      return { state: 'queued', error, notBefore: null, limitedUntil: null, failed: false }
    case 'broken':
    case 'conflict':
      return retry(attempt, now, error) ?? (isAnswering ? { state: 'failed', error } : waitOn(now, error))
    case 'lost':
      return judgeLost(attempt, now, error)
  }
}

/** An edit that changes nothing went well already. */
export function isDoneAlready(act: string, error: string): boolean {
  return (act === 'edit' || act === 'keyboard') && /message is not modified/i.test(error)
}

/** A call with an unknown end: the answer was lost, or the sender died. */
export function judgeLost(attempt: Attempt, now: Instant, error: string): Verdict {
  const again = rulesOf(attempt.kind).repeatable ? retry(attempt, now, error) : null
  return again ?? { state: 'unknown', error }
}

/** While Telegram fails over everything, nothing is given up. */
function waitOn(now: Instant, error: string): Queued {
  return { state: 'queued', error, notBefore: addMilliseconds(now, LAST_PAUSE), limitedUntil: null, failed: false }
}

function retry(attempt: Attempt, now: Instant, error: string): Queued | null {
  const pause = RETRY_PAUSES[attempt.failures]
  if (pause === undefined) return null
  return { state: 'queued', error, notBefore: addMilliseconds(now, pause), limitedUntil: null, failed: true }
}

/** Counts towards giving up, so that two ids that point to each other are not followed for ever. */
function move(attempt: Attempt, now: Instant, error: string, movedTo: string): Verdict {
  const again = retry(attempt, now, error)
  return again ? { ...again, notBefore: null, movedTo } : { state: 'failed', error }
}
