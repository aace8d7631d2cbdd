import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import {
  composeBroadcast,
  showsCaps,
  type Audience,
  type BroadcastRefusal,
  type ComposedDelivery,
  type WithoutCaps,
} from '#domain/sentences/broadcast.ts'
import type { ParseMode } from '#domain/markup/formatted.ts'
import { enqueueAll } from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { readRecipients } from './recipient-service.ts'
import { insertDeliveries } from './store.ts'

export interface BroadcastDraft {
  audience: Audience
  message: string
  parseMode: ParseMode
  photoUrl: string | null
  disableLinkPreview: boolean
  disableNotification: boolean
  /** All of the audience where it is null. */
  recipientIds: readonly string[] | null
  /** The day of `{{caps}}`; null if the message has no caps. */
  capsDay: Day | null
  withoutCaps: WithoutCaps | null
  /** One that was brought, in place of one by its address. */
  pictureId: string | null
  /** Null: at once. */
  sendAt: Instant | null
}

export type ComposeRefusal = BroadcastRefusal | { reason: 'broadcast.no-chats' | 'broadcast.no-caps' }

export type SendRefusal =
  | ComposeRefusal
  | { reason: 'broadcast.time'; sentence: string }
  | { reason: 'broadcast.no-picture' | 'broadcast.two-pictures' }
  /** Its request was another message's before. */
  | { reason: 'broadcast.other-message' }

/** The message for each chat, or the reason that it cannot be sent. */
export async function compose(
  db: Database,
  draft: BroadcastDraft,
): Promise<Result<ComposedDelivery[], ComposeRefusal>> {
  const recipients = await readChosen(db, draft)
  const composed = composeBroadcast(textOf(draft), recipients)
  if (!composed.ok || composed.value.length > 0) return composed
  const isReached = recipients.some(({ groupIds }) => groupIds.length > 0)
  return refuse({ reason: isReached ? 'broadcast.no-caps' : 'broadcast.no-chats' })
}

export async function readChosen(db: Database, { audience, recipientIds, message, capsDay }: BroadcastDraft) {
  return readRecipients(db, audience, { ids: recipientIds, day: showsCaps(message) ? capsDay : null })
}

export function textOf({ audience, message, parseMode, photoUrl, pictureId, withoutCaps }: BroadcastDraft) {
  return { audience, message, parseMode, withoutCaps, hasPhoto: photoUrl !== null || pictureId !== null }
}

/** Writes the messages of a broadcast and its log, in the transaction that decides it. */
export async function queueAll(
  tx: Tx,
  { clock }: { clock: Clock },
  broadcastId: string,
  draft: BroadcastDraft,
  composed: readonly ComposedDelivery[],
): Promise<void> {
  const messages = composed.map((delivery) => ({
    ...messageOf(draft, delivery),
    kind: 'broadcast' as const,
    batchId: broadcastId,
  }))
  const ids = await enqueueAll(tx, clock, messages)
  const rows = composed.flatMap(({ chatId, recipients }, index) => {
    const id = ids[index]
    return id ? [{ id, chatId, recipients: JSON.stringify(recipients) }] : []
  })
  await insertDeliveries(tx, broadcastId, rows)
  await announce(tx, { topic: 'broadcasts', days: null })
}

/** The markup was parsed here. Telegram gets a text with entities, so it cannot refuse the markup. */
export function messageOf(draft: BroadcastDraft, { chatId, formatted }: ComposedDelivery) {
  return {
    chatId,
    text: formatted.text,
    entities: formatted.entities,
    ...(draft.photoUrl !== null && { photoUrl: draft.photoUrl }),
    ...(draft.pictureId !== null && { pictureId: draft.pictureId }),
    silent: draft.disableNotification,
    linkPreview: !draft.disableLinkPreview,
  }
}
