import { addMilliseconds, DAY, type Instant } from '#domain/kernel/instant.ts'
import { sayWebhookFails, sayWebhookIsGone } from '#domain/sentences/webhooks.ts'
import { decideFate, type Fate } from '#domain/webhooks/delivery.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { parseRetryAfter } from '#platform/leads/request.ts'
import type { Log } from '#platform/log.ts'
import type { Outward, PostOutcome } from '#platform/outward.ts'
import type { Secrets } from '#platform/secrets.ts'
import { signMessage } from './key-service.ts'
import { findNextDue, listDue, settleMessage, type DueMessage } from './message-store.ts'
import { forgetOldKeys, holdWebhook, markAnswered, markFailed, markFailing, markGone } from './store.ts'

export interface SendingDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  outward: Outward
  /** From 0 to 1, drawn anew each time. */
  draw(): number
}

/** The most open calls of one endpoint: a slow one blocks only these. */
export const CALLS_OF_ONE = 4

/** The messages to send now besides the running ones: as many per endpoint as it has free calls. */
export async function takeDue({ db, clock }: SendingDeps, sending: ReadonlyMap<string, string>): Promise<DueMessage[]> {
  const due = await listDue(db, { now: clock.now(), most: CALLS_OF_ONE, sending: [...sending.keys()] })
  const busy = Map.groupBy(sending.values(), (webhookId) => webhookId)
  return [...Map.groupBy(due, ({ webhookId }) => webhookId)].flatMap(([webhookId, own]) =>
    own.slice(0, CALLS_OF_ONE - (busy.get(webhookId)?.length ?? 0)),
  )
}

/** When the next message becomes due; null if none waits. */
export async function readNextDue({ db, clock }: SendingDeps): Promise<Instant | null> {
  return findNextDue(db, clock.now())
}

/** Forgets keys whose time is over. */
export async function dropOldKeys({ db, clock }: SendingDeps): Promise<void> {
  await forgetOldKeys(db, clock.now())
}

const UNREADABLE =
  'Nothing was sent: the key of this endpoint was encrypted with another APP_SECRET. Make a new key for it.'

/** Sends one message and records the result. An aborted attempt counts as never made. */
export async function sendMessage(deps: SendingDeps, message: DueMessage, signal: AbortSignal): Promise<void> {
  const began = deps.clock.now()
  const { id, webhookId, url, body } = message
  const keys = [message.sealed, ...(message.sealedOld ? [message.sealedOld] : [])]
  const signed = signMessage(deps.secrets, { webhookId, id, body, now: began }, keys)
  const outcome = signed ? await deps.outward.post({ url, headers: headersOf(signed), body, signal }) : unsent
  if (signal.aborted) return
  const now = deps.clock.now()
  const askedWait = outcome.retryAfter === null ? null : parseRetryAfter(outcome.retryAfter, now)
  const fate = decideFate({ status: outcome.status, tries: message.tries + 1, askedWait }, deps.draw())
  const became = await settle(deps, message, { outcome, fate, now, tookMilliseconds: now - began })
  const { state } = became ?? fate
  const event = { event: 'webhook.message', id, webhookId, host: new URL(url).host, settled: became !== null }
  const call = { state, status: outcome.status, tries: message.tries + 1, tookMs: now - began }
  deps.log[state === 'delivered' ? 'info' : 'warn']({ ...event, ...call }, `webhook ${state}`)
}

const unsent: PostOutcome = { status: null, text: UNREADABLE, retryAfter: null }

function headersOf(signed: Record<string, string>): Record<string, string> {
  return { ...signed, 'content-type': 'application/json', 'user-agent': 'Capline-Webhooks/1' }
}

interface Ended {
  outcome: PostOutcome
  fate: Fate
  now: Instant
  tookMilliseconds: number
}

/** What became of the message; null if another sender settled it, or the endpoint was removed. */
async function settle(deps: SendingDeps, message: DueMessage, ended: Ended): Promise<Fate | null> {
  const { outcome, now, tookMilliseconds } = ended
  return deps.db.transaction().execute(async (tx) => {
    // A removal locks the endpoint before its messages. In another order the two would wait for each other.
    const url = await holdWebhook(tx, message.webhookId)
    if (url === null) return null
    // What an earlier address says is no word on the one that stands now, which gets the message.
    const isMoved = url !== message.url
    const fate: Fate = isMoved && ended.fate.state !== 'delivered' ? { state: 'queued', wait: 0 } : ended.fate
    const settled = await settleMessage(tx, message, {
      state: fate.state === 'gone' ? 'failed' : fate.state,
      at: now,
      dueAt: fate.state === 'queued' ? addMilliseconds(now, fate.wait) : null,
      status: outcome.status,
      answer: outcome.text,
      tookMilliseconds,
    })
    if (settled && !isMoved) await judgeEndpoint(tx, deps, message, { fate, now })
    return settled ? fate : null
  })
}

async function judgeEndpoint(
  tx: Tx,
  deps: SendingDeps,
  { webhookId, url }: DueMessage,
  { fate, now }: Pick<Ended, 'fate' | 'now'>,
): Promise<void> {
  const { host } = new URL(url)
  if (fate.state === 'delivered') return markAnswered(tx, webhookId)
  if (fate.state === 'gone') {
    if (await markGone(tx, webhookId)) await alert(tx, deps, webhookId, sayWebhookIsGone(host))
    return
  }
  await markFailed(tx, webhookId, now)
  if (fate.state === 'queued') return
  const isFailing = await markFailing(tx, webhookId, addMilliseconds(now, -DAY))
  if (isFailing) await alert(tx, deps, webhookId, sayWebhookFails(host))
}

/** Tells the summary group, in the transaction that notes it. Without a group only the log and the screen have it. */
async function alert(tx: Tx, { clock, log }: SendingDeps, webhookId: string, text: string): Promise<void> {
  log.warn({ webhookId }, text)
  await announce(tx, { topic: 'webhooks', days: null })
  const { summaryGroupId } = await readSettings(tx)
  if (summaryGroupId !== null) await enqueue(tx, clock, { kind: 'webhook.alert', chatId: summaryGroupId, text })
}
