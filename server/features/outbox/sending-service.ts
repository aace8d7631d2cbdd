import { addMilliseconds, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { growingPauses } from '#platform/db/pauses.ts'
import type { Log } from '#platform/log.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Outcome } from '#platform/telegram/transport.ts'
import { makeCall } from './call-service.ts'
import { createPace, LIMITS, type Pace } from './pace-policy.ts'
import {
  FIRST_IN_ORDER,
  isDoneAlready,
  judge,
  judgeLost,
  rulesOf,
  SECRET_KINDS,
  type Sent,
  type Verdict,
} from './policy.ts'
import {
  claimNextMessage,
  failExpired,
  listAbandoned,
  settleMessage,
  type ClaimedMessage,
  type Settlement,
} from './claim-store.ts'
import { listCalls } from './pace-store.ts'
import { listLaterEdits } from './store.ts'

export { releaseClaim as giveBack, releaseMessage as putBack } from './claim-store.ts'
export { findNextDue as readNextDue, findLimit as readLimit } from './pace-store.ts'

export { LAST_PAUSE, type Sent } from './policy.ts'
export { createHolds } from './hold-policy.ts'

export interface OutboxDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  /** Replaces a group's id everywhere. */
  moveChat(tx: Tx, chat: { from: string; to: string }): Promise<void>
}

/** The owner of a claimed row, and how long it may still write the result. */
export interface Holder {
  claim: string
  stopping: AbortSignal
}

/** One per process. A row with its claim at the beginning of a term was never sent. */
export function createHolder(stopping: AbortSignal): Holder {
  return { claim: newId(), stopping }
}

/** The pace of a new term, from the calls of the last one. */
export async function readPace(deps: OutboxDeps): Promise<Pace> {
  const now = deps.clock.now()
  return createPace(await listCalls(deps.db, { since: addMilliseconds(now, -LIMITS.group.within), now }))
}

/** Claims the next message that is due and that this bot may send; null if there is none. */
export async function claimNext(
  deps: OutboxDeps,
  { botId }: Pick<TelegramClient, 'botId'>,
  pace: Pace,
  holder: Holder,
): Promise<ClaimedMessage | null> {
  const now = deps.clock.now()
  return claimNextMessage(deps.db, holder.claim, {
    now,
    busyChats: pace.busyChats(now),
    botId,
    inOrder: FIRST_IN_ORDER,
  })
}

/** Sends a claimed message and writes the result. `heed` is told the outcome at once; it says whether Telegram answers others. */
export async function sendClaimed(
  deps: OutboxDeps,
  client: TelegramClient,
  pace: Pace,
  holder: Holder,
  claimed: ClaimedMessage,
  heed: (outcome: Outcome<Sent>) => boolean,
): Promise<void> {
  const later = isEditAgain(claimed) ? await listLaterEdits(deps.db, claimed.id) : []
  // Buttons that were taken off stay off. Those of another page were of the text before.
  const message = later[0]?.replyMarkup === null ? { ...claimed, replyMarkup: null } : claimed
  // An edit brings its own buttons, or none.
  if (later.some(({ act }) => act === 'edit' || act === message.act)) {
    const verdict: Verdict = { state: 'failed', error: OVERTAKEN }
    logSettled(deps, message, verdict, { tookMs: null, settled: await settleForSure(deps, holder, message, verdict) })
    return
  }
  const began = deps.clock.now()
  const limitedChat = message.act === 'send' ? message.chatId : null
  pace.begin(limitedChat, began)
  const { signal, clear } = laterThan(holder.stopping, LAST_CALL_MS)
  const { outcome, isLastPart } = await makeCall(deps, client, message, signal)
  clear()
  const now = deps.clock.now()
  pace.end(limitedChat, now, !outcome.ok && outcome.kind === 'limited')
  const isAnswering = heed(outcome)
  const verdict = isLastPart || !outcome.ok ? conclude(message, outcome, now, isAnswering) : NEXT_PART
  const settled = await settleForSure(deps, holder, message, verdict)
  logSettled(deps, message, verdict, { tookMs: now - began, settled })
}

const OVERTAKEN = 'a later edit took its place'

/** One that is tried again must undo nothing that came after it: neither a text nor buttons. */
function isEditAgain({ act, attempts }: ClaimedMessage): boolean {
  return attempts > 1 && (act === 'edit' || act === 'keyboard')
}

const NEXT_PART: Verdict = { state: 'queued', error: null, notBefore: null, limitedUntil: null, failed: false }

function conclude(message: ClaimedMessage, outcome: Outcome<Sent>, now: Instant, isAnswering: boolean): Verdict {
  if (!outcome.ok && isDoneAlready(message.act, outcome.description)) return { state: 'sent', messageId: null }
  if (!outcome.ok && outcome.migrateTo !== undefined && message.act !== 'send') {
    // In the chat that the group is now its number is that of another message.
    return { state: 'failed', error: outcome.description }
  }
  return judge(outcome, message, now, isAnswering)
}

/** Longer than any call lasts. */
const ABANDONED_AFTER = 2 * MINUTE

/**
 * Settles messages of senders that died. A newly elected sender takes everything; a sender in office takes only later
 * messages of a predecessor that did not notice its end.
 */
export async function settleAbandoned(deps: OutboxDeps, claim: string, whose: 'all' | 'old'): Promise<void> {
  const now = deps.clock.now()
  const before = whose === 'old' ? addMilliseconds(now, -ABANDONED_AFTER) : null
  for (const message of await listAbandoned(deps.db, claim, before)) {
    const verdict = judgeLost(message, now, 'the sender died while it was being sent')
    const settlement = settlementOf(message, verdict, now)
    const settled = await deps.db.transaction().execute((tx) => settleMessage(tx, message, settlement))
    logSettled(deps, message, verdict, { tookMs: null, settled })
  }
}

/** Drops messages that waited too long, such as an expired sign-in code. */
export async function dropExpired(deps: OutboxDeps): Promise<void> {
  const expired = await failExpired(deps.db, deps.clock.now(), { error: 'expired', forgetTextOf: SECRET_KINDS })
  for (const message of expired) {
    logSettled(deps, message, { state: 'failed', error: 'expired' }, { tookMs: null, settled: true })
  }
}

/** How long a running call may take when the process must stop. */
const LAST_CALL_MS = 5 * SECOND

const LAST_SETTLE_MS = 3 * SECOND

/**
 * The call was made, which must be recorded even if the database is away now. Only a process that must stop gives up,
 * and leaves the row to its successor.
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
        return await deps.db.transaction().execute(async (tx) => {
          if (verdict.state === 'queued' && verdict.movedTo !== undefined) {
            await deps.moveChat(tx, { from: message.chatId, to: verdict.movedTo })
          }
          return settleMessage(tx, { id: message.id, claim: holder.claim }, settlement)
        })
      } catch (error) {
        if (signal.aborted) throw error
        deps.log.warn({ err: error, id: message.id }, 'the result of a message cannot be stored; trying again')
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
    partsSent: message.partsSent + (again?.error === null ? 1 : 0),
    forgetText: !again && rulesOf(message.kind).secret,
    chatId: again?.movedTo ?? message.chatId,
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
