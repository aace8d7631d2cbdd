import { z } from 'zod'
import { addMilliseconds, DAY, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import { TEST_EVENT, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/event.ts'
import { MOST_WEBHOOKS, WEBHOOK_STATES, type Webhook, type WebhookHealth } from '#domain/webhooks/webhook.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce, notify } from '#platform/db/notify.ts'
import type { AddressRefusal, Outward } from '#platform/outward.ts'
import type { Secrets } from '#platform/secrets.ts'
import { newKey, opensKeyOf, sealKey } from './key-service.ts'
import { requeueMessage } from './message-store.ts'
import { tellOne, WEBHOOKS_CHANNEL } from './service.ts'
import {
  changeKey,
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  lockAdded,
  lockWebhook,
  lockWebhooks,
  replaceKey,
  updateWebhook,
  type NewKey,
} from './store.ts'

export { listDeliveries as readDeliveries } from './message-store.ts'

export interface WebhookDeps {
  db: Database
  clock: Clock
  secrets: Secrets
  outward: Outward
}

export interface WebhookDraft {
  url: string
  events: readonly WebhookEvent[]
}

type NotFound = { reason: 'webhook.not-found' }
export type AddRefusal = AddressRefusal | { reason: 'webhook.too-many' }
export type ChangeRefusal = AddressRefusal | NotFound | { reason: 'webhook.stale'; current: Webhook }
export type ReplayRefusal = { reason: 'webhook.no-delivery' }

/** How long the key before a new one signs too, in milliseconds: time to bring the new one to every receiver. */
export const OLD_KEY_SIGNS = DAY

const KEPT: Kept<Webhook> = {
  subject: 'webhook',
  standing: z.object({
    _id: z.string(),
    version: z.number(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    state: z.enum(WEBHOOK_STATES),
  }),
}

export async function readWebhooks({
  db,
  clock,
}: Pick<WebhookDeps, 'db' | 'clock'>): Promise<{ webhook: Webhook; health: WebhookHealth }[]> {
  return listWebhooks(db, clock.now())
}

/**
 * Adds an endpoint. Its key is told here, and never again. A repeat under the same `attempt` adds none: its answer was
 * lost, and what it added gets another key.
 */
export async function addWebhook(
  deps: WebhookDeps,
  actor: Member,
  draft: WebhookDraft,
  attempt: string | null,
): Promise<Result<{ webhook: Webhook; secret: string }, AddRefusal>> {
  const refused = deps.outward.check(draft.url)
  if (refused) return refused
  return transact(deps.db, async (tx) => {
    await lockWebhooks(tx)
    const secret = newKey()
    const added = await lockAdded(tx, draft.url, attempt)
    if (added) {
      await changeKey(tx, added._id, { sealed: sealKey(deps.secrets, added._id, secret), attempt, oldUntil: null })
      const after = { ...added, version: added.version + 1 }
      await record(tx, deps, actor, { action: 'webhook.new-key', before: added, after })
      return accept({ webhook: after, secret })
    }
    if ((await countWebhooks(tx)) >= MOST_WEBHOOKS) return refuse({ reason: 'webhook.too-many' })
    const webhook: Webhook = { ...draft, _id: newId(), version: 1, state: 'on' }
    const sealed = sealKey(deps.secrets, webhook._id, secret)
    await insertWebhook(tx, webhook, { sealed, attempt, now: deps.clock.now() })
    await record(tx, deps, actor, { action: 'webhook.added', before: null, after: webhook })
    return accept({ webhook, secret })
  })
}

/**
 * Changes an endpoint, or turns it on or off. A `version` other than the current one is refused; null is not checked.
 */
export async function changeWebhook(
  deps: WebhookDeps,
  actor: Member,
  id: string,
  { version, isOn, ...draft }: WebhookDraft & { version: number | null; isOn: boolean },
): Promise<Result<Webhook, ChangeRefusal>> {
  const refused = deps.outward.check(draft.url)
  if (refused) return refused
  return transact(deps.db, async (tx) => {
    const before = await lockWebhook(tx, id)
    if (!before) return refuse({ reason: 'webhook.not-found' })
    if (version !== null && version !== before.version) return refuse({ reason: 'webhook.stale', current: before })
    // One that answered 410 stays so until somebody turns it on.
    const state = isOn ? 'on' : before.state === 'gone' ? 'gone' : 'off'
    const after: Webhook = { ...before, ...draft, state, version: before.version + 1 }
    await updateWebhook(tx, after, { anew: before.url !== after.url || before.state !== after.state })
    await record(tx, deps, actor, { action: 'webhook.changed', before, after })
    await notify(tx, WEBHOOKS_CHANNEL, '')
    return accept(after)
  })
}

/** Removes an endpoint with its messages. */
export async function removeWebhook(deps: WebhookDeps, actor: Member, id: string): Promise<Result<null, NotFound>> {
  return transact(deps.db, async (tx) => {
    const before = await lockWebhook(tx, id)
    if (!before) return refuse({ reason: 'webhook.not-found' })
    await deleteWebhook(tx, id)
    await record(tx, deps, actor, { action: 'webhook.removed', before, after: null })
    return accept(null)
  })
}

/**
 * Makes a new key, which only this answer has. The previous key signs too for a day, unless it was encrypted with
 * another `APP_SECRET`: nothing could be signed with it. A repeat under the same `attempt` replaces the key that the
 * first made: its answer was lost, and the receiver has only the one before.
 */
export async function rotateWebhookKey(
  deps: WebhookDeps,
  actor: Member,
  id: string,
  attempt: string | null,
): Promise<Result<{ secret: string; oldKeyUntil: Instant | null }, NotFound>> {
  return transact(deps.db, async (tx) => {
    const before = await lockWebhook(tx, id)
    if (!before) return refuse({ reason: 'webhook.not-found' })
    const secret = newKey()
    const sealed = sealKey(deps.secrets, id, secret)
    const oldKeyUntil = await storeKey(tx, deps, id, { sealed, attempt })
    const after = { ...before, version: before.version + 1 }
    await record(tx, deps, actor, { action: 'webhook.new-key', before, after })
    return accept({ secret, oldKeyUntil })
  })
}

/** Until when the key before it signs too. */
async function storeKey(
  tx: Tx,
  { clock, secrets }: Pick<WebhookDeps, 'clock' | 'secrets'>,
  id: string,
  key: NewKey,
): Promise<Instant | null> {
  const now = clock.now()
  const kept = await replaceKey(tx, id, { ...key, now })
  if (kept !== null) return kept
  const oldSigns = await opensKeyOf(tx, secrets, id)
  const oldUntil = oldSigns ? addMilliseconds(now, OLD_KEY_SIGNS) : null
  await changeKey(tx, id, { ...key, oldUntil })
  return oldUntil
}

/** Queues a message by which somebody tries an endpoint; its id. */
export async function testWebhook(
  deps: WebhookDeps,
  id: string,
): Promise<Result<string, NotFound | { reason: 'webhook.not-on' }>> {
  return transact(deps.db, async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook) return refuse({ reason: 'webhook.not-found' })
    if (webhook.state !== 'on') return refuse({ reason: 'webhook.not-on' })
    return accept(await tellOne(tx, deps.clock, id, TEST_EVENT, { webhookId: id }))
  })
}

/** Sends a message again that was delivered or given up, or now if it waits, under the id that it had. */
export async function replayDelivery(
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  messageId: string,
): Promise<Result<null, ReplayRefusal>> {
  return transact(db, async (tx) => {
    if (!(await requeueMessage(tx, messageId, clock.now()))) return refuse({ reason: 'webhook.no-delivery' })
    await notify(tx, WEBHOOKS_CHANNEL, '')
    return accept(null)
  })
}

/** Newest first. */
export async function readWebhookHistory(db: Database): Promise<ChangeOf<Webhook>[]> {
  return readHistory(db, KEPT)
}

async function record(
  tx: Tx,
  { clock }: Pick<WebhookDeps, 'clock'>,
  actor: Member,
  { action, before, after }: { action: string; before: Webhook | null; after: Webhook | null },
): Promise<void> {
  const subjectId = (after ?? before)?._id ?? ''
  const change = { action, subject: KEPT.subject, subjectId, days: [], before, after }
  await recordBatch(tx, clock, { actor: actorOf(actor), changes: [change] })
  await announce(tx, { topic: 'webhooks', days: null })
}
