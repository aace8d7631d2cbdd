import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Audience, WithoutCaps } from '#domain/sentences/broadcast.ts'
import type { ParseMode } from '#domain/markup/formatted.ts'
import type { PictureType } from '#domain/markup/picture.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export interface BroadcastRow {
  id: string
  audience: string
  message: string
  parseMode: string
  photoUrl: string | null
  /** One that was brought. */
  pictureId: string | null
  disableLinkPreview: boolean
  disableNotification: boolean
  /** The day of `{{caps}}`, and the handling of chats without caps. */
  capsDay: Day | null
  withoutCaps: string | null
  /** When it goes, or went, to its chats; null: when it was written. */
  sendAt: Instant | null
  state: string
  /** Why it was refused when its time came. */
  problem: string | null
  cancelledBy: string | null
  sentBy: string
  createdAt: Instant
  /** Each once, however many messages it gets. */
  chats: number
}

/** The fields that identify a request. */
export interface RequestedBroadcast extends BroadcastRow {
  /**
   * JSON: the ids of the recipients, or null for the whole audience; for a later message `{ everybody }` with the ids
   * of the audience then. Null if not kept.
   */
  chosen: string | null
}

/** False where the same request made one before. */
export async function insertBroadcast(
  tx: Tx,
  row: Omit<RequestedBroadcast, 'chats' | 'state' | 'problem' | 'cancelledBy'> & {
    senderChat: string
    requestId: string | null
    audience: Audience
    parseMode: ParseMode
    withoutCaps: WithoutCaps | null
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('broadcasts')
    .values({
      id: row.id,
      request_id: row.requestId,
      audience: row.audience,
      message: row.message,
      parse_mode: row.parseMode,
      photo_url: row.photoUrl,
      disable_link_preview: row.disableLinkPreview,
      disable_notification: row.disableNotification,
      chosen: row.chosen,
      picture_id: row.pictureId,
      caps_day: row.capsDay,
      without_caps: row.withoutCaps,
      send_at: formatOptionalInstant(row.sendAt),
      state: row.sendAt === null ? 'queued' : 'waiting',
      sender_chat: row.senderChat,
      sent_by: row.sentBy,
      created_at: formatInstant(row.createdAt),
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findBroadcastOfRequest(db: Database, requestId: string): Promise<RequestedBroadcast | null> {
  const found = selectBroadcasts(db).select('chosen').where('request_id', '=', requestId)
  return (await found.executeTakeFirst()) ?? null
}

export interface DeliveryRow {
  /** That of its message in the outbox. */
  id: string
  chatId: string
  /** JSON: names. */
  recipients: string
}

/** Rows of one statement: each has 5 parameters, and PostgreSQL takes 65,535. */
const ROWS_OF_A_STATEMENT = 5_000

export async function insertDeliveries(tx: Tx, broadcastId: string, rows: readonly DeliveryRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_OF_A_STATEMENT) {
    const values = rows.slice(from, from + ROWS_OF_A_STATEMENT).map((row, index) => ({
      id: row.id,
      broadcast_id: broadcastId,
      position: from + index,
      chat_id: row.chatId,
      recipients: row.recipients,
    }))
    await tx.insertInto('broadcast_deliveries').values(values).execute()
  }
}

/** All that wait, and of the others the newest; newest first. */
export async function listBroadcasts(db: Database, limit: number): Promise<BroadcastRow[]> {
  return selectBroadcasts(db)
    .where((row) =>
      row.or([
        row('state', '=', 'waiting'),
        row('id', 'in', (rows) =>
          rows
            .selectFrom('broadcasts as other')
            .select('other.id')
            .where('other.state', '<>', 'waiting')
            .orderBy('other.created_at', 'desc')
            .orderBy('other.id', 'desc')
            .limit(limit),
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findBroadcast(db: Database, id: string): Promise<BroadcastRow | null> {
  return (await selectBroadcasts(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** In the order in which they were written. */
export async function listDeliveries(db: Database, broadcastId: string): Promise<DeliveryRow[]> {
  return db
    .selectFrom('broadcast_deliveries')
    .select(['id', 'chat_id as chatId', 'recipients'])
    .where('broadcast_id', '=', broadcastId)
    .orderBy('position')
    .execute()
}

/** Titles of chats that the bot is or was in, by id. */
export async function listTitles(db: Database, chatIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('bot_chats')
    .select(['chat_id as chatId', 'title'])
    .where('chat_id', '=', sql<string>`any(${chatIds}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ chatId, title }) => (title === null ? [] : [[chatId, title]])))
}

/** All fields of broadcasts. */
export function selectBroadcasts(db: Database) {
  return db.selectFrom('broadcasts').select(({ selectFrom }) => [
    'id',
    'audience',
    'message',
    'parse_mode as parseMode',
    'photo_url as photoUrl',
    'disable_link_preview as disableLinkPreview',
    'disable_notification as disableNotification',
    'picture_id as pictureId',
    'caps_day as capsDay',
    'without_caps as withoutCaps',
    'send_at as sendAt',
    'state',
    'problem',
    'cancelled_by as cancelledBy',
    'sent_by as sentBy',
    'created_at as createdAt',
    selectFrom('broadcast_deliveries')
      .select(({ fn }) => fn.count<number>('chat_id').distinct().as('chats'))
      .whereRef('broadcast_id', '=', 'broadcasts.id')
      .$asScalar()
      .$notNull()
      .as('chats'),
  ])
}

export async function insertPicture(
  db: Database,
  picture: { id: string; type: PictureType; bytes: Buffer; uploadedAt: Instant },
): Promise<void> {
  const { id, type, bytes, uploadedAt } = picture
  await db
    .insertInto('broadcast_pictures')
    .values({ id, media_type: type, bytes, uploaded_at: formatInstant(uploadedAt) })
    .execute()
}

export async function hasPicture(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('broadcast_pictures').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
