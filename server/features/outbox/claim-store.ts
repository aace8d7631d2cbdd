import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** A row while it is being sent. */
export interface ClaimedMessage {
  id: string
  kind: string
  act: string
  chatId: string
  text: string
  sealed: Buffer | null
  parseMode: string | null
  entities: unknown
  replyMarkup: unknown
  photoUrl: string | null
  pictureId: string | null
  documentId: string | null
  silent: boolean
  linkPreview: boolean
  aboutMessageId: number | null
  callbackId: string | null
  partsSent: number
  attempts: number
  failures: number
  createdAt: Instant
}

export interface Settlement {
  state: 'queued' | 'sent' | 'failed' | 'unknown'
  at: Instant
  error: string | null
  messageId: number | null
  notBefore: Instant | null
  limitedUntil: Instant | null
  failures: number
  partsSent: number
  forgetText: boolean
  /** The id that its group has from now on. */
  chatId: string
}

/**
 * Claims the next message: committed as `sending` before any call. Messages to a busy chat wait; other calls, such as
 * edits, do not. While an image without a Telegram name is being sent with one message, its other messages wait: the
 * file is sent once, and later messages are not delayed. From the priority `inOrder` on a message waits for an earlier one of its
 * kind that its chat is tried with again.
 */
export async function claimNextMessage(
  db: Database,
  claim: string,
  { now, busyChats, botId, inOrder }: { now: Instant; busyChats: readonly string[]; botId: string; inOrder: number },
): Promise<ClaimedMessage | null> {
  const at = formatInstant(now)
  const row = await db
    .updateTable('outbox')
    .set((set) => ({ state: 'sending', claim, sending_since: at, called_at: at, attempts: set('attempts', '+', 1) }))
    .where('state', '=', 'queued')
    .where('id', '=', (outbox) =>
      outbox
        .selectFrom('outbox as next')
        .select('next.id')
        .where('next.state', '=', 'queued')
        .where((due) => due.or([due('next.not_before', 'is', null), due('next.not_before', '<=', timestamp(now))]))
        .where((alive) =>
          alive.or([alive('next.expires_at', 'is', null), alive('next.expires_at', '>', timestamp(now))]),
        )
        .where((free) =>
          free.or([free('next.act', '<>', 'send'), sql<boolean>`next.chat_id <> all(${busyChats}::text[])`]),
        )
        .where((free) =>
          free.or([
            free('next.picture_id', 'is', null),
            free('next.parts_sent', '>', 0),
            sql<boolean>`next.picture_id <> all(array(${beingUploaded(db, botId)}))`,
          ]),
        )
        .where((ordered) =>
          ordered.or([ordered('next.priority', '<', inOrder), sql<boolean>`not exists (${triedBefore(db)})`]),
        )
        .orderBy('next.priority')
        .orderBy('next.created_at')
        .orderBy('next.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(CLAIMED)
    .executeTakeFirst()
  return row ?? null
}

/** Pictures that are on their way for the first time with a bot. */
function beingUploaded(db: Database, botId: string) {
  return db
    .selectFrom('outbox as running')
    .innerJoin('broadcast_pictures as picture', 'picture.id', 'running.picture_id')
    .select('picture.id')
    .where('running.state', '=', 'sending')
    .where('running.parts_sent', '=', 0)
    .where((unknown) =>
      unknown.or([
        unknown('picture.telegram_file_id', 'is', null),
        unknown('picture.telegram_bot_id', 'is distinct from', botId),
      ]),
    )
}

/** Earlier messages of the kind and chat of `next` over which Telegram failed, and which are tried again. */
function triedBefore(db: Database) {
  return db
    .selectFrom('outbox as tried')
    .select('tried.id')
    .whereRef('tried.chat_id', '=', sql.ref('next.chat_id'))
    .whereRef('tried.kind', '=', sql.ref('next.kind'))
    .where(sql<boolean>`tried.failures > 0 and tried.state in ('queued', 'sending')`)
    .where(sql<boolean>`(tried.created_at, tried.id) < (next.created_at, next.id)`)
}

/** Ends a claim. False if another sender ended it, because it took this one for dead. */
export async function settleMessage(
  tx: Tx,
  message: { id: string; claim: string },
  settlement: Settlement,
): Promise<boolean> {
  const row = await tx
    .updateTable('outbox')
    .set({
      state: settlement.state,
      claim: null,
      sending_since: null,
      settled_at: settlement.state === 'queued' ? null : formatInstant(settlement.at),
      error: settlement.error,
      telegram_message_id: settlement.messageId,
      not_before: formatOptionalInstant(settlement.notBefore),
      limited_until: formatOptionalInstant(settlement.limitedUntil),
      failures: settlement.failures,
      parts_sent: settlement.partsSent,
      chat_id: settlement.chatId,
      ...(settlement.forgetText && { text: '', sealed: null }),
    })
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('claim', '=', message.claim)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Messages that other senders claimed before an instant and did not settle. */
export async function listAbandoned(
  db: Database,
  ownClaim: string,
  claimedBefore: Instant | null,
): Promise<(ClaimedMessage & { claim: string })[]> {
  const query = db
    .selectFrom('outbox')
    .select([...CLAIMED, 'claim'])
    .where('state', '=', 'sending')
    .where('claim', '!=', ownClaim)
  const rows = await (
    claimedBefore === null ? query : query.where('sending_since', '<=', timestamp(claimedBefore))
  ).execute()
  return rows.map(({ claim, ...row }) => ({ ...row, claim: claim ?? '' }))
}

/** Gives back the messages of a claim. Only if no call was made. */
export async function releaseClaim(db: Database, claim: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'queued', claim: null, sending_since: null })
    .where('state', '=', 'sending')
    .where('claim', '=', claim)
    .execute()
}

/** Gives back one message, for which no call was made. */
export async function releaseMessage(db: Database, message: { id: string; claim: string }): Promise<void> {
  await db
    .updateTable('outbox')
    .set((set) => ({ state: 'queued', claim: null, sending_since: null, attempts: set('attempts', '-', 1) }))
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('claim', '=', message.claim)
    .execute()
}

/** Drops what waited longer than it was worth. */
export async function failExpired(
  db: Database,
  now: Instant,
  input: { error: string; forgetTextOf: readonly string[] },
): Promise<ClaimedMessage[]> {
  const at = formatInstant(now)
  return db
    .updateTable('outbox')
    .set((row) => ({
      state: 'failed',
      settled_at: at,
      error: input.error,
      text: row.case().when('kind', 'in', input.forgetTextOf).then('').else(row.ref('text')).end(),
      sealed: null,
    }))
    .where('state', '=', 'queued')
    .where('expires_at', '<=', timestamp(now))
    .returning(CLAIMED)
    .execute()
}

const CLAIMED = [
  'id',
  'kind',
  'act',
  'chat_id as chatId',
  'text',
  'sealed',
  'parse_mode as parseMode',
  'entities',
  'reply_markup as replyMarkup',
  'photo_url as photoUrl',
  'picture_id as pictureId',
  'document_id as documentId',
  'silent',
  'link_preview as linkPreview',
  'about_message_id as aboutMessageId',
  'callback_id as callbackId',
  'parts_sent as partsSent',
  'attempts',
  'failures',
  'created_at as createdAt',
] as const
