import { addMilliseconds, DAY, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { composeBroadcast, findCapless, showsCaps, type Recipient } from '#domain/sentences/broadcast.ts'
import { describeOwnCaps } from '#domain/sentences/own-caps.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readZone } from '#server/features/settings/service.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import {
  compose,
  messageOf,
  queueAll,
  readChosen,
  textOf,
  type BroadcastDraft,
  type SendRefusal,
} from './draft-service.ts'
import { readDeliveries, type BroadcastDeps, type DeliveryState } from './log-service.ts'
import { findBroadcastOfRequest, hasPicture, insertBroadcast, type RequestedBroadcast } from './store.ts'

export interface QueuedBroadcast {
  id: string
  chats: number
  deliveries: DeliveryState[]
}

/**
 * Queues a message for all its recipients in one transaction: all or nothing, and once per request; or keeps it until
 * its time. A message that Telegram would refuse is refused before anything is queued.
 */
export async function sendBroadcast(
  deps: BroadcastDeps,
  actor: Member,
  draft: BroadcastDraft,
  requestId: string | null,
): Promise<Result<QueuedBroadcast, SendRefusal>> {
  const before = await findFirst(deps.db, requestId)
  if (before) return answerAgain(deps, before, draft)
  const now = deps.clock.now()
  const wrong = checkTime(draft, now) ?? (await checkPicture(deps.db, draft))
  if (wrong) return wrong
  const composed = await compose(deps.db, draft.sendAt === null ? draft : whoeverHasCaps(draft))
  if (!composed.ok) return composed
  const { recipientIds, ...fields } = draft
  const id = newId()
  // A recipient who joins the audience later was not seen by the sender.
  const isToAllLater = draft.sendAt !== null && recipientIds === null
  const everybody = isToAllLater ? (await readChosen(deps.db, draft)).map((recipient) => recipient.id) : null
  const isNew = await deps.db.transaction().execute(async (tx) => {
    const request = { requestId, chosen: everybody ? JSON.stringify({ everybody }) : formatChosen(recipientIds) }
    const sender = { sentBy: signatureOf(actor), senderChat: actor.telegramId }
    const row = { ...fields, ...request, ...sender, id, createdAt: now }
    if (!(await insertBroadcast(tx, row))) return false
    if (draft.sendAt === null) await queueAll(tx, deps, id, draft, composed.value)
    else await announce(tx, { topic: 'broadcasts', days: null })
    return true
  })
  const faster = isNew ? null : await findFirst(deps.db, requestId)
  if (faster) return answerAgain(deps, faster, draft)
  const queued = await readQueued(deps.db, id)
  const event = { broadcast: id, chats: queued.chats, by: signatureOf(actor) }
  deps.log.info(event, draft.sendAt === null ? 'broadcast queued' : 'broadcast waits for its time')
  return accept(queued)
}

const MOST_DAYS_AHEAD = 30

function checkTime({ sendAt, message, withoutCaps }: BroadcastDraft, now: Instant) {
  if (sendAt === null) return null
  const say = (sentence: string) => refuse({ reason: 'broadcast.time', sentence } as const)
  if (sendAt <= now) return say('Choose a time in the future.')
  if (sendAt > addMilliseconds(now, MOST_DAYS_AHEAD * DAY)) return say(`Choose a time within ${MOST_DAYS_AHEAD} days.`)
  if (!showsCaps(message) || withoutCaps !== null) return null
  return say('Choose what to do with chats that have no caps then: skip them, or send the message without caps.')
}

async function checkPicture(db: Database, { pictureId, photoUrl }: BroadcastDraft) {
  if (pictureId === null) return null
  if (photoUrl !== null) return refuse({ reason: 'broadcast.two-pictures' } as const)
  return (await hasPicture(db, pictureId)) ? null : refuse({ reason: 'broadcast.no-picture' } as const)
}

/** Caps may be planned until its time comes: by now only the text is looked at. */
function whoeverHasCaps(draft: BroadcastDraft): BroadcastDraft {
  return { ...draft, withoutCaps: 'send' }
}

async function findFirst(db: Database, requestId: string | null): Promise<RequestedBroadcast | null> {
  return requestId === null ? null : findBroadcastOfRequest(db, requestId)
}

/** The first answer again, whatever happened to its recipients later. */
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

/** Compares the recipients, not the chats: a newly linked group does not make another message. */
function isSameMessage(before: RequestedBroadcast, draft: BroadcastDraft): boolean {
  return (
    before.audience === draft.audience &&
    before.message === draft.message &&
    before.parseMode === draft.parseMode &&
    before.photoUrl === draft.photoUrl &&
    before.pictureId === draft.pictureId &&
    before.disableLinkPreview === draft.disableLinkPreview &&
    before.disableNotification === draft.disableNotification &&
    before.capsDay === draft.capsDay &&
    before.withoutCaps === draft.withoutCaps &&
    before.sendAt === draft.sendAt &&
    (before.chosen === null || askedFor(before.chosen) === formatChosen(draft.recipientIds))
  )
}

/** Everybody, whoever that was. */
function askedFor(chosen: string): string {
  return chosen.startsWith('{') ? formatChosen(null) : chosen
}

/** Recipients as one text, whatever their order and repetitions. */
function formatChosen(ids: BroadcastDraft['recipientIds']): string {
  return JSON.stringify(ids && [...new Set(ids)].toSorted())
}

/** Sends the message, as for the first recipient, to the member's own chat with the bot. */
export async function sendTest(
  deps: BroadcastDeps,
  actor: Member,
  draft: BroadcastDraft,
): Promise<Result<{ recipient: string | null }, SendRefusal>> {
  const wrong = await checkPicture(deps.db, draft)
  if (wrong) return wrong
  const recipients = await readChosen(deps.db, draft)
  const reached = recipients.filter(({ groupIds }) => groupIds.length > 0)
  const capless = findCapless(draft, reached)
  const first = reached.find((recipient) => !capless.includes(recipient)) ?? reached[0]
  // Where nobody is reached yet, the caps are those of nobody.
  const zone = await readZone(deps.db)
  const caps = draft.capsDay === null ? null : describeOwnCaps([], draft.capsDay, { zone })
  const stand: Recipient = { ...(first ?? { key: '', name: '', caps }), groupIds: [actor.telegramId] }
  const composed = composeBroadcast({ ...textOf(draft), withoutCaps: 'send' }, [stand])
  if (!composed.ok) return composed
  await deps.db.transaction().execute(async (tx) => {
    for (const delivery of composed.value)
      await enqueue(tx, deps.clock, { ...messageOf(draft, delivery), kind: 'bot.test' })
  })
  return accept({ recipient: first?.name ?? null })
}
