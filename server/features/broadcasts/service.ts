import { z } from 'zod'
import { MOST_BROADCASTS } from '#domain/kernel/listed.ts'
import { refuse, accept, type Result } from '#domain/kernel/result.ts'
import {
  composeBroadcast,
  type Audience,
  type BroadcastRefusal,
  type ComposedDelivery,
  type Recipient,
} from '#domain/sentences/broadcast.ts'
import type { ParseMode } from '#domain/markup/formatted.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import {
  countBatchStates,
  enqueue,
  enqueueAll,
  readBatch,
  resend,
  type MessageState,
  type StateCounts,
} from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Log } from '#platform/log.ts'
import { readRecipients } from './recipient-service.ts'
import {
  findBroadcast,
  findBroadcastOfRequest,
  insertBroadcast,
  insertDeliveries,
  listBroadcasts,
  listDeliveries,
  type BroadcastRow,
  type RequestedBroadcast,
} from './store.ts'

export interface BroadcastDeps {
  db: Database
  clock: Clock
  log: Log
}

export interface BroadcastDraft {
  audience: Audience
  message: string
  parseMode: ParseMode
  photoUrl: string | null
  disableLinkPreview: boolean
  disableNotification: boolean
  /** All of the audience where it is null. */
  recipientIds: readonly string[] | null
}

export type SendRefusal =
  | BroadcastRefusal
  | { reason: 'broadcast.no-chats' }
  /** Its request was another message's before. */
  | { reason: 'broadcast.other-message' }

/** What became of one message. */
export interface DeliveryState {
  id: string
  chatId: string
  recipients: string[]
  status: MessageState
  error: string | null
}

export interface QueuedBroadcast {
  id: string
  chats: number
  deliveries: DeliveryState[]
}

export interface BroadcastState extends BroadcastRow {
  counts: StateCounts
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
  const recipients = await readRecipients(deps.db, draft.audience, draft.recipientIds)
  const first = recipients.find(({ groupIds }) => groupIds.length > 0)
  const stand: Recipient = { ...(first ?? { key: '', name: '' }), groupIds: [actor.telegramId] }
  const composed = composeBroadcast(textOf(draft), [stand])
  if (!composed.ok) return composed
  await deps.db.transaction().execute(async (tx) => {
    for (const delivery of composed.value)
      await enqueue(tx, deps.clock, { ...messageOf(draft, delivery), kind: 'bot.test' })
  })
  return accept({ recipient: first?.name ?? null })
}

/** Newest first. */
export async function readBroadcasts(db: Database): Promise<BroadcastState[]> {
  return countAll(db, await listBroadcasts(db, MOST_BROADCASTS))
}

export async function readBroadcast(
  db: Database,
  id: string,
): Promise<(BroadcastState & { deliveries: DeliveryState[] }) | null> {
  const [found] = await countAll(
    db,
    [await findBroadcast(db, id)].filter((row) => row !== null),
  )
  return found ? { ...found, deliveries: await readDeliveries(db, id) } : null
}

/** Sends one message again because somebody decided to: nothing does so by itself. */
export async function resendDelivery(
  deps: BroadcastDeps,
  actor: Member,
  ids: { broadcastId: string; deliveryId: string },
): Promise<Result<DeliveryState, { reason: 'delivery.not-found' | 'delivery.not-resendable' }>> {
  const before = (await readDeliveries(deps.db, ids.broadcastId)).find(({ id }) => id === ids.deliveryId)
  if (!before) return refuse({ reason: 'delivery.not-found' })
  const queued = await deps.db.transaction().execute(async (tx) => {
    const again = await resend(tx, [ids.deliveryId])
    if (again.length > 0) await announce(tx, { topic: 'broadcasts', days: null })
    return again.length > 0
  })
  if (!queued) return refuse({ reason: 'delivery.not-resendable' })
  deps.log.info({ ...ids, by: signatureOf(actor) }, 'a delivery is sent again')
  return accept({ ...before, status: 'queued', error: null })
}

async function compose(db: Database, draft: BroadcastDraft): Promise<Result<ComposedDelivery[], SendRefusal>> {
  const composed = composeBroadcast(textOf(draft), await readRecipients(db, draft.audience, draft.recipientIds))
  if (!composed.ok || composed.value.length > 0) return composed
  return refuse({ reason: 'broadcast.no-chats' })
}

function textOf({ audience, message, parseMode, photoUrl }: BroadcastDraft) {
  return { audience, message, parseMode, hasPhoto: photoUrl !== null }
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

const GONE = 'not kept any more'
const Names = z.array(z.string())

async function readDeliveries(db: Database, broadcastId: string): Promise<DeliveryState[]> {
  const rows = await listDeliveries(db, broadcastId)
  const messages = new Map((await readBatch(db, broadcastId)).map((message) => [message.id, message]))
  return rows.map(({ id, chatId, recipients }) => {
    const message = messages.get(id)
    const shared = { id, recipients: Names.parse(JSON.parse(recipients)) }
    if (!message) return { ...shared, chatId, status: 'unknown', error: GONE }
    // The group may have got another id since.
    return { ...shared, chatId: message.chatId, status: message.state, error: message.error }
  })
}

async function countAll(db: Database, rows: readonly BroadcastRow[]): Promise<BroadcastState[]> {
  const counts = await countBatchStates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? NONE }))
}

const NONE: StateCounts = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
