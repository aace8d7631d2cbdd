import type { Day } from '#domain/kernel/day.ts'
import { refuse, accept, type Result } from '#domain/kernel/result.ts'
import {
  composeBroadcast,
  type Audience,
  type BroadcastRefusal,
  findCapless,
  showsCaps,
  type ComposedDelivery,
  type Recipient,
  type WithoutCaps,
} from '#domain/sentences/broadcast.ts'
import type { ParseMode } from '#domain/markup/formatted.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { enqueue, enqueueAll } from '#server/features/outbox/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { readDeliveries, type BroadcastDeps, type DeliveryState } from './log-service.ts'
import { readRecipients } from './recipient-service.ts'
import { findBroadcastOfRequest, insertBroadcast, insertDeliveries, type RequestedBroadcast } from './store.ts'

export interface BroadcastDraft {
  audience: Audience
  message: string
  parseMode: ParseMode
  photoUrl: string | null
  disableLinkPreview: boolean
  disableNotification: boolean
  /** All of the audience where it is null. */
  recipientIds: readonly string[] | null
  /** Whose caps `{{caps}}` shows; null where the message shows none. */
  capsDay: Day | null
  withoutCaps: WithoutCaps | null
}

export type SendRefusal =
  | BroadcastRefusal
  | { reason: 'broadcast.no-chats' }
  /** Its request was another message's before. */
  | { reason: 'broadcast.other-message' }

export interface QueuedBroadcast {
  id: string
  chats: number
  deliveries: DeliveryState[]
}

/**
 * Queues a message for everybody it is for, in one transaction: all of it or nothing, and once for each request. What
 * Telegram would refuse is refused before anything is queued.
 */
export async function sendBroadcast(
  deps: BroadcastDeps,
  actor: Member,
  draft: BroadcastDraft,
  requestId: string | null,
): Promise<Result<QueuedBroadcast, SendRefusal>> {
  const before = await findFirst(deps.db, requestId)
  if (before) return answerAgain(deps, before, draft)
  const composed = await compose(deps.db, draft)
  if (!composed.ok) return composed
  const { recipientIds, ...fields } = draft
  const id = newId()
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const request = { requestId, chosen: formatChosen(recipientIds) }
    const row = { ...fields, ...request, id, sentBy: signatureOf(actor), createdAt: deps.clock.now() }
    if (!(await insertBroadcast(tx, row))) return false
    await queueAll(tx, deps, id, draft, composed.value)
    return true
  })
  const faster = isNew ? null : await findFirst(deps.db, requestId)
  if (faster) return answerAgain(deps, faster, draft)
  const queued = await readQueued(deps.db, id)
  deps.log.info({ broadcast: id, chats: queued.chats, by: signatureOf(actor) }, 'broadcast queued')
  return accept(queued)
}

async function findFirst(db: Database, requestId: string | null): Promise<RequestedBroadcast | null> {
  return requestId === null ? null : findBroadcastOfRequest(db, requestId)
}

/** The same as the first time, whatever became of its recipients since. */
async function answerAgain(
  { db }: BroadcastDeps,
  before: RequestedBroadcast,
  draft: BroadcastDraft,
): Promise<Result<QueuedBroadcast, SendRefusal>> {
  if (!isSameMessage(before, draft)) return refuse({ reason: 'broadcast.other-message' })
  return accept(await readQueued(db, before.id))
}

async function readQueued(db: Database, id: string): Promise<QueuedBroadcast> {
  const deliveries = await readDeliveries(db, id)
  return { id, chats: new Set(deliveries.map(({ chatId }) => chatId)).size, deliveries }
}

/** Whom it was for is asked, not which chats it went to: that a group was linked since makes it no other message. */
function isSameMessage(before: RequestedBroadcast, draft: BroadcastDraft): boolean {
  return (
    before.audience === draft.audience &&
    before.message === draft.message &&
    before.parseMode === draft.parseMode &&
    before.photoUrl === draft.photoUrl &&
    before.disableLinkPreview === draft.disableLinkPreview &&
    before.disableNotification === draft.disableNotification &&
    before.capsDay === draft.capsDay &&
    before.withoutCaps === draft.withoutCaps &&
    (before.chosen === null || before.chosen === formatChosen(draft.recipientIds))
  )
}

/** The same text for the same people, in whatever order and however often they are named. */
function formatChosen(ids: BroadcastDraft['recipientIds']): string {
  return JSON.stringify(ids && [...new Set(ids)].toSorted())
}

/** The message as the first recipient would get it, to whoever asks: into their own chat with the bot. */
export async function sendTest(
  deps: BroadcastDeps,
  actor: Member,
  draft: BroadcastDraft,
): Promise<Result<{ recipient: string | null }, BroadcastRefusal>> {
  const recipients = await readChosen(deps.db, draft)
  const reached = recipients.filter(({ groupIds }) => groupIds.length > 0)
  const capless = findCapless(draft, reached)
  const first = reached.find((recipient) => !capless.includes(recipient)) ?? reached[0]
  const stand: Recipient = { ...(first ?? { key: '', name: '', caps: null }), groupIds: [actor.telegramId] }
  const composed = composeBroadcast({ ...textOf(draft), withoutCaps: 'send' }, [stand])
  if (!composed.ok) return composed
  await deps.db.transaction().execute(async (tx) => {
    for (const delivery of composed.value)
      await enqueue(tx, deps.clock, { ...messageOf(draft, delivery), kind: 'bot.test' })
  })
  return accept({ recipient: first?.name ?? null })
}

async function compose(db: Database, draft: BroadcastDraft): Promise<Result<ComposedDelivery[], SendRefusal>> {
  const composed = composeBroadcast(textOf(draft), await readChosen(db, draft))
  if (!composed.ok || composed.value.length > 0) return composed
  return refuse({ reason: 'broadcast.no-chats' })
}

async function readChosen(db: Database, { audience, recipientIds, message, capsDay }: BroadcastDraft) {
  return readRecipients(db, audience, { ids: recipientIds, day: showsCaps(message) ? capsDay : null })
}

function textOf({ audience, message, parseMode, photoUrl, withoutCaps }: BroadcastDraft) {
  return { audience, message, parseMode, withoutCaps, hasPhoto: photoUrl !== null }
}

async function queueAll(
  tx: Tx,
  deps: BroadcastDeps,
  broadcastId: string,
  draft: BroadcastDraft,
  composed: readonly ComposedDelivery[],
): Promise<void> {
  const messages = composed.map((delivery) => ({
    ...messageOf(draft, delivery),
    kind: 'broadcast' as const,
    batchId: broadcastId,
  }))
  const ids = await enqueueAll(tx, deps.clock, messages)
  const rows = composed.flatMap(({ chatId, recipients }, index) => {
    const id = ids[index]
    return id ? [{ id, chatId, recipients: JSON.stringify(recipients) }] : []
  })
  await insertDeliveries(tx, broadcastId, rows)
  await announce(tx, { topic: 'broadcasts', days: null })
}

/** The markup was read here: Telegram gets a text and what is marked up in it, and has nothing to refuse. */
function messageOf(draft: BroadcastDraft, { chatId, formatted }: ComposedDelivery) {
  return {
    chatId,
    text: formatted.text,
    entities: formatted.entities,
    ...(draft.photoUrl !== null && { photoUrl: draft.photoUrl }),
    silent: draft.disableNotification,
    linkPreview: !draft.disableLinkPreview,
  }
}
