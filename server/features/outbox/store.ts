import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/timestamp.ts'

/** What the call is: `answer` ends the waiting of whoever pressed a button. */
export type Act = 'send' | 'edit' | 'keyboard' | 'delete' | 'answer'

export interface OutboxInsert {
  id: string
  kind: string
  priority: number
  act: Act
  chatId: string
  text: string
  /** Stands for the text where that is secret. */
  sealed: Buffer | null
  parseMode: string | null
  /** JSON. */
  entities: string | null
  /** JSON. */
  replyMarkup: string | null
  photoUrl: string | null
  silent: boolean
  linkPreview: boolean
  /** Of a send the message that it answers; else the one that is edited or deleted. */
  aboutMessageId: number | null
  callbackId: string | null
  batchId: string | null
  dedupeKey: string | null
  createdAt: Instant
  expiresAt: Instant | null
}

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

/** Rows of one statement: each has 19 parameters, and PostgreSQL takes 65,535. */
const ROWS_OF_A_STATEMENT = 2_000

/** The ids of those that were written: none whose dedupe key is there already. */
export async function insertMessages(tx: Tx, messages: readonly OutboxInsert[]): Promise<Set<string>> {
  const written = new Set<string>()
  for (let from = 0; from < messages.length; from += ROWS_OF_A_STATEMENT) {
    const rows = await tx
      .insertInto('outbox')
      .values(messages.slice(from, from + ROWS_OF_A_STATEMENT).map(toColumns))
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .execute()
    for (const { id } of rows) written.add(id)
  }
  return written
}

function toColumns(row: OutboxInsert) {
  return {
    id: row.id,
    kind: row.kind,
    priority: row.priority,
    act: row.act,
    chat_id: row.chatId,
    text: row.text,
    sealed: row.sealed,
    parse_mode: row.parseMode,
    entities: row.entities,
    reply_markup: row.replyMarkup,
    photo_url: row.photoUrl,
    silent: row.silent,
    link_preview: row.linkPreview,
    about_message_id: row.aboutMessageId,
    callback_id: row.callbackId,
    batch_id: row.batchId,
    dedupe_key: row.dedupeKey,
    created_at: formatInstant(row.createdAt),
    expires_at: formatOptional(row.expiresAt),
  }
}

/**
 * Takes the next message for this claim: committed as `sending` before any call is made. Messages to a busy chat wait;
 * what is no message, such as an edit, does not.
 */
export async function claimNextMessage(
  db: Database,
  claim: string,
  { now, busyChats }: { now: Instant; busyChats: readonly string[] },
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

/** Ends a claim. False where it had been ended by somebody else, who took this sender for dead. */
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
      not_before: formatOptional(settlement.notBefore),
      limited_until: formatOptional(settlement.limitedUntil),
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

export interface MessageState {
  state: string
  /** Why the last call, if there was one, did not succeed. */
  error: string | null
}

export async function findMessageState(db: Database, id: string): Promise<MessageState | null> {
  const row = await db.selectFrom('outbox').select(['state', 'error']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Takes back what nobody has sent yet; its row stays, since it may say how long Telegram wants nothing. False where it is being sent, or was. */
export async function withdrawMessage(db: Database, id: string, at: Instant): Promise<boolean> {
  const row = await db
    .updateTable('outbox')
    .set((own) => ({
      state: 'failed',
      settled_at: formatInstant(at),
      error: own.fn.coalesce('error', own.val('taken back: nobody waits for it any more')),
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What other senders claimed (before an instant) and did not settle. */
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

/** Gives back what this claim holds. Only where it is known that no call was made. */
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

/** When the next queued message is due, for a sender that found none that is. */
export async function findNextDue(db: Database, now: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.min('not_before').as('due'))
    .where('state', '=', 'queued')
    .where('not_before', '>', timestamp(now))
    .executeTakeFirst()
  return row?.due ?? null
}

/** Until when Telegram wants nothing, whichever sender was told so. */
export async function findLimit(db: Database): Promise<Instant | null> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.max('limited_until').as('until'))
    .where('limited_until', 'is not', null)
    .executeTakeFirst()
  return row?.until ?? null
}

/** The calls of the last while, whoever made them. */
export async function listCalls(db: Database, since: Instant): Promise<{ chatId: string; at: Instant }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['chat_id as chatId', 'called_at as at'])
    .where('called_at', '>', timestamp(since))
    .where('act', '=', 'send')
    .execute()
  return rows.flatMap(({ chatId, at }) => (at === null ? [] : [{ chatId, at }]))
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
  'silent',
  'link_preview as linkPreview',
  'about_message_id as aboutMessageId',
  'callback_id as callbackId',
  'parts_sent as partsSent',
  'attempts',
  'failures',
  'created_at as createdAt',
] as const

function formatOptional(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}
