import type { Entity } from '#domain/markup/formatted.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { notify } from '#platform/db/notify.ts'
import { InlineKeyboard, type ParseMode } from '#platform/telegram/message.ts'
import type { Secrets } from '#platform/secrets.ts'
import { REPEATABLE_KINDS, rulesOf, type MessageKind, type SecretKind } from './policy.ts'
import { countBatches, listBatch, listStates, requeue, type BatchRow } from './batch-store.ts'
import { insertDocument, type NamedDocument } from './document-store.ts'
import { insertMessages, type Act } from './insert-store.ts'
import { doubtQueued, findButtons, findPlace, withdrawMessage } from './store.ts'

/** The channel of new rows for the sender. */
export const OUTBOX_CHANNEL = 'outbox'

export interface OutboxDraft<K extends MessageKind = MessageKind> {
  kind: K
  chatId: string
  text: string
  /** How the text is marked up: a parse mode, or entities that were read already. */
  parseMode?: ParseMode
  entities?: readonly Entity[]
  replyMarkup?: InlineKeyboard
  /** The text is the caption of this picture, which Telegram fetches. */
  photoUrl?: string
  /** The same with a picture that is kept here. */
  pictureId?: string
  /** The message of this chat that it answers. */
  replyTo?: number
  /** Arrives without a sound. */
  silent?: boolean
  /** False: links are shown without a preview of where they lead. */
  linkPreview?: boolean
  /** Messages that are written together. */
  batchId?: string
  /** A second message with the same key is not written. */
  dedupeKey?: string
  /** Not sent any more from then on. */
  expiresAt?: Instant
}

type OpenDraft = OutboxDraft<Exclude<MessageKind, SecretKind>>

/** Writes a message in the transaction of its cause. Returns its id, or null if its dedupe key exists. */
export async function enqueue(tx: Tx, clock: Clock, draft: OpenDraft): Promise<string | null> {
  const [id] = await enqueueAll(tx, clock, [draft])
  return id ?? null
}

/** The same for many; ids in order, null for existing dedupe keys. */
export async function enqueueAll(tx: Tx, clock: Clock, drafts: readonly OpenDraft[]): Promise<(string | null)[]> {
  const rows = drafts.map((draft) => toRow(clock, newId(), draft, {}))
  const written = await insertMessages(tx, rows)
  if (written.size > 0) await notify(tx, OUTBOX_CHANNEL, '')
  return rows.map(({ id }) => (written.has(id) ? id : null))
}

/** The same with a file, whose caption is the text. The file is kept until it is sent. */
export async function enqueueDocument(
  tx: Tx,
  clock: Clock,
  draft: OpenDraft,
  document: NamedDocument,
): Promise<string | null> {
  const documentId = newId()
  const id = await writeOne(tx, toRow(clock, newId(), draft, { documentId }))
  if (id !== null) await insertDocument(tx, { ...document, id: documentId, createdAt: clock.now() })
  return id
}

/** The same with a secret: it is sealed, and opened when it is sent. */
export async function enqueueSecret(
  tx: Tx,
  deps: { clock: Clock; secrets: Secrets },
  draft: OutboxDraft<SecretKind>,
): Promise<string | null> {
  const id = newId()
  const sealed = deps.secrets.seal(sealScope(id), draft.text)
  return writeOne(tx, toRow(deps.clock, id, { ...draft, text: '' }, { sealed }))
}

/** One of our messages and its replacement. Its buttons disappear if none are given. */
export interface EditDraft extends Pick<OutboxDraft, 'chatId' | 'text' | 'parseMode' | 'entities' | 'replyMarkup'> {
  messageId: number
}

export async function enqueueEdit(tx: Tx, clock: Clock, { messageId, ...draft }: EditDraft): Promise<string | null> {
  const about = { act: 'edit', aboutMessageId: messageId } as const
  return writeOne(tx, toRow(clock, newId(), { kind: 'bot.edit', ...draft }, about))
}

/** Only the buttons under a message of ours; null takes them away. */
export async function enqueueKeyboard(
  tx: Tx,
  clock: Clock,
  edit: { chatId: string; messageId: number; replyMarkup: InlineKeyboard | null },
): Promise<string | null> {
  const { chatId, messageId, replyMarkup } = edit
  const draft = { kind: 'bot.edit', chatId, text: '', ...(replyMarkup && { replyMarkup }) } as const
  return writeOne(tx, toRow(clock, newId(), draft, { act: 'keyboard', aboutMessageId: messageId }))
}

/** Rewrites one of our messages; an unsent one stays as it is. */
export async function rewriteMessage(
  tx: Tx,
  clock: Clock,
  id: string,
  draft: Omit<EditDraft, 'chatId' | 'messageId'>,
): Promise<void> {
  const place = await findPlace(tx, id)
  if (place) await enqueueEdit(tx, clock, { ...place, ...draft })
}

/** Takes back a message that waits. False if it is being sent, or was sent. */
export async function withdraw(tx: Tx, clock: Clock, id: string): Promise<boolean> {
  return withdrawMessage(tx, id, clock.now())
}

/** Ends the waiting state of a pressed button. A text is shown for a moment. */
export async function enqueueButtonAnswer(
  tx: Tx,
  clock: Clock,
  { callbackId, ...draft }: { callbackId: string; chatId: string; text: string; expiresAt: Instant },
): Promise<string | null> {
  return writeOne(tx, toRow(clock, newId(), { kind: 'bot.press', ...draft }, { act: 'answer', callbackId }))
}

/** Ties an encrypted text to its row. */
export function sealScope(id: string): string {
  return `outbox ${id}`
}

/** All buttons of a sent message, whichever page it shows; null if there are none. */
export async function readButtons(tx: Tx, message: { id: string; chatId: string }): Promise<InlineKeyboard | null> {
  return InlineKeyboard.nullable()
    .catch(null)
    .parse(await findButtons(tx, message))
}

export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const

export type MessageState = (typeof MESSAGE_STATES)[number]

export interface BatchMessage extends BatchRow {
  state: MessageState
}

/** The results of messages that were written together, in order. */
export async function readBatch(db: Database, batchId: string): Promise<BatchMessage[]> {
  const rows = await listBatch(db, batchId)
  return rows.map((row) => ({ ...row, state: readState(row.state) }))
}

/** The states of messages; messages that are no longer kept are left out. */
export async function readMessageStates(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; state: MessageState; error: string | null }[]> {
  if (ids.length === 0) return []
  return (await listStates(db, ids)).map((row) => ({ ...row, state: readState(row.state) }))
}

function readState(state: string): MessageState {
  return MESSAGE_STATES.find((one) => one === state) ?? 'unknown'
}

export type StateCounts = Record<MessageState, number>

/** How many messages of each batch are in which state. */
export async function countBatchStates(db: Database, batchIds: readonly string[]): Promise<Map<string, StateCounts>> {
  const counts = new Map<string, StateCounts>()
  for (const { batchId, state, count } of await countBatches(db, batchIds)) {
    const own = counts.get(batchId) ?? { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
    const known = MESSAGE_STATES.find((one) => one === state)
    if (known) own[known] = count
    counts.set(batchId, own)
  }
  return counts
}

/**
 * Queues messages again that failed or, by default, whose result is unknown, because somebody decided to. Returns the ids
 * that are queued now, without one that another person queued at this moment. Secrets are not sent again.
 */
export async function resend(
  tx: Tx,
  ids: readonly string[],
  states: readonly ('failed' | 'unknown')[] = ['failed', 'unknown'],
): Promise<string[]> {
  const queued = await requeue(tx, ids, states)
  if (queued.length > 0) await notify(tx, OUTBOX_CHANNEL, '')
  return queued
}

/** A message queued in a backup may have been sent later. It is not sent by itself if a copy does harm. */
export async function settleRestored(tx: Tx, clock: Clock): Promise<void> {
  const error = 'restored from a backup: it may have been sent since'
  await doubtQueued(tx, { except: REPEATABLE_KINDS, error, at: clock.now() })
}

async function writeOne(tx: Tx, row: ReturnType<typeof toRow>): Promise<string | null> {
  const written = await insertMessages(tx, [row])
  if (written.size === 0) return null
  await notify(tx, OUTBOX_CHANNEL, row.id)
  return row.id
}

interface RowExtras {
  sealed?: Buffer
  documentId?: string
  act?: Act
  aboutMessageId?: number
  callbackId?: string
}

function toRow(clock: Clock, id: string, draft: OutboxDraft, extras: RowExtras) {
  return {
    id,
    kind: draft.kind,
    priority: rulesOf(draft.kind).priority,
    act: extras.act ?? ('send' as const),
    chatId: draft.chatId,
    text: draft.text,
    sealed: extras.sealed ?? null,
    parseMode: draft.parseMode ?? null,
    entities: draft.entities ? JSON.stringify(draft.entities) : null,
    replyMarkup: draft.replyMarkup ? JSON.stringify(draft.replyMarkup) : null,
    photoUrl: draft.photoUrl ?? null,
    pictureId: draft.pictureId ?? null,
    documentId: extras.documentId ?? null,
    silent: draft.silent ?? false,
    linkPreview: draft.linkPreview ?? true,
    aboutMessageId: extras.aboutMessageId ?? draft.replyTo ?? null,
    callbackId: extras.callbackId ?? null,
    batchId: draft.batchId ?? null,
    dedupeKey: draft.dedupeKey ?? null,
    createdAt: clock.now(),
    expiresAt: draft.expiresAt ?? null,
  }
}
