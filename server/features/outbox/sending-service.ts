import { addMilliseconds, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { growingPauses } from '#platform/db/pauses.ts'
import type { Log } from '#platform/log.ts'
import { InlineKeyboard, ParseMode, type TelegramClient } from '#platform/telegram/client.ts'
import type { Outcome } from '#platform/telegram/outcome.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sealScope } from './service.ts'
import { judge, judgeLost, rulesOf, SECRET_KINDS, type Verdict } from './policy.ts'
import {
  claimNextMessage,
  failExpired,
  findLimit,
  findNextDue,
  listAbandoned,
  releaseClaim,
  settleMessage,
  type ClaimedMessage,
  type Settlement,
} from './store.ts'

export interface OutboxDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
}

/** Whose work a claimed row is, and how long its holder may still try to write down what became of it. */
export interface Holder {
  claim: string
  stopping: AbortSignal
}

/** One for the life of a process: whatever has its claim when a term begins was never called. */
export function createHolder(stopping: AbortSignal): Holder {
  return { claim: newId(), stopping }
}

/**
 * Sends the next message that is due, and writes down what became of it. Answers with the call's outcome, or null
 * where nothing is due.
 */
export async function sendNext(
  deps: OutboxDeps,
  client: TelegramClient,
  holder: Holder,
): Promise<Outcome<{ messageId: number }> | null> {
  const message = await claimNextMessage(deps.db, holder.claim, deps.clock.now())
  if (!message) return null
  const began = deps.clock.now()
  const outcome = await call(deps, client, message, holder.stopping)
  const verdict = judge(outcome, message, deps.clock.now())
  const settled = await settleForSure(deps, holder, message, verdict)
  logSettled(deps, message, verdict, { tookMs: deps.clock.now() - began, settled })
  return outcome
}

/** Longer than any call lasts. */
const ABANDONED_AFTER = 2 * MINUTE

/**
 * Settles what other senders took and died over. A sender that was just elected takes everything that is left; a
 * standing one looks only for what one before it, cut off without knowing it, took later and left.
 */
export async function settleAbandoned(deps: OutboxDeps, claim: string, whose: 'all' | 'old'): Promise<void> {
  const now = deps.clock.now()
  const before = whose === 'old' ? addMilliseconds(now, -ABANDONED_AFTER) : null
  for (const message of await listAbandoned(deps.db, claim, before)) {
    const verdict = judgeLost(message, now, 'the sender died while it was being sent')
    const settled = await settleMessage(deps.db, message, settlementOf(message, verdict, now))
    logSettled(deps, message, verdict, { tookMs: null, settled })
  }
}

/** Gives back what this sender claimed while the database failed, before any call was made. */
export async function giveBack(db: Database, claim: string): Promise<void> {
  await releaseClaim(db, claim)
}

export async function readNextDue(db: Database): Promise<Instant | null> {
  return findNextDue(db)
}

/** Until when Telegram wants nothing, whichever sender was told so. */
export async function readLimit(db: Database): Promise<Instant | null> {
  return findLimit(db)
}

/** Drops what waited longer than it was worth, such as a login code whose life is over. */
export async function dropExpired(deps: OutboxDeps): Promise<void> {
  const expired = await failExpired(deps.db, deps.clock.now(), { error: 'expired', forgetTextOf: SECRET_KINDS })
  for (const message of expired) {
    logSettled(deps, message, { state: 'failed', error: 'expired' }, { tookMs: null, settled: true })
  }
}

/** How long a call that runs when the process is told to stop may go on. */
const LAST_CALL_MS = 5 * SECOND

async function call(
  deps: OutboxDeps,
  client: TelegramClient,
  message: ClaimedMessage,
  stopping: AbortSignal,
): Promise<Outcome<{ messageId: number }>> {
  const text = message.sealed ? deps.secrets.open(sealScope(message.id), message.sealed) : message.text
  // Sealed under another APP_SECRET, and so for good.
  if (text === null) return { ok: false, kind: 'refused', description: 'the message cannot be opened' }
  const { signal, clear } = laterThan(stopping, LAST_CALL_MS)
  const outcome = await client.sendMessage(
    {
      chatId: message.chatId,
      text,
      parseMode: ParseMode.nullable().catch(null).parse(message.parseMode),
      replyMarkup: InlineKeyboard.nullable().catch(null).parse(message.replyMarkup),
    },
    signal,
  )
  clear()
  return outcome
}

const LAST_SETTLE_MS = 3 * SECOND

/**
 * The call was made: that must not be forgotten because the database is away just now. Only a process that is told to
 * stop gives up, and leaves the row to its successor.
 */
async function settleForSure(
  deps: OutboxDeps,
  holder: Holder,
  message: ClaimedMessage,
  verdict: Verdict,
): Promise<boolean> {
  const { signal, clear } = laterThan(holder.stopping, LAST_SETTLE_MS)
  const pauses = growingPauses({ first: 100, most: 2_000 })
  const settlement = settlementOf(message, verdict, deps.clock.now())
  try {
    for (;;) {
      try {
        return await settleMessage(deps.db, { id: message.id, claim: holder.claim }, settlement)
      } catch (error) {
        if (signal.aborted) throw error
        deps.log.warn({ err: error, id: message.id }, 'what became of a message cannot be written; trying again')
        await pauses.next(signal)
      }
    }
  } finally {
    clear()
  }
}

function settlementOf(message: ClaimedMessage, verdict: Verdict, at: Instant): Settlement {
  const again = verdict.state === 'queued' ? verdict : null
  return {
    state: verdict.state,
    at,
    error: verdict.state === 'sent' ? null : verdict.error,
    messageId: verdict.state === 'sent' ? verdict.messageId : null,
    notBefore: again?.notBefore ?? null,
    limitedUntil: again?.limitedUntil ?? null,
    failures: message.failures + (again?.failed ? 1 : 0),
    forgetText: !again && rulesOf(message.kind).secret,
  }
}

function logSettled(
  deps: OutboxDeps,
  message: ClaimedMessage,
  verdict: Verdict,
  { tookMs, settled }: { tookMs: number | null; settled: boolean },
): void {
  const event = {
    event: 'outbox.message',
    id: message.id,
    kind: message.kind,
    chatId: message.chatId,
    state: verdict.state,
    error: verdict.state === 'sent' ? null : verdict.error,
    attempts: message.attempts,
    ageMs: deps.clock.now() - message.createdAt,
    tookMs,
    // False: another sender had taken this one for dead and decided in its stead.
    settled,
  }
  const level = verdict.state === 'failed' || verdict.state === 'unknown' ? 'warn' : 'info'
  deps.log[level](event, `message ${verdict.state}`)
}

/** A signal that is aborted some time after another. */
function laterThan(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    timer = setTimeout(() => controller.abort(), milliseconds)
  }
  if (signal.aborted) start()
  else signal.addEventListener('abort', start)
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      signal.removeEventListener('abort', start)
    },
  }
}
