import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Tx } from '#platform/db/database.ts'

/** The kind of call. `answer` ends the waiting state of a pressed button. */
export type Act = 'send' | 'edit' | 'keyboard' | 'answer'

export interface OutboxInsert {
  id: string
  kind: string
  priority: number
  act: Act
  chatId: string
  text: string
  /** Replaces the text if that is secret. */
  sealed: Buffer | null
  parseMode: string | null
  /** JSON. */
  entities: string | null
  /** JSON. */
  replyMarkup: string | null
  photoUrl: string | null
  pictureId: string | null
  documentId: string | null
  silent: boolean
  linkPreview: boolean
  /** For a send, the message that it answers; else the edited message. */
  aboutMessageId: number | null
  callbackId: string | null
  batchId: string | null
  dedupeKey: string | null
  createdAt: Instant
  expiresAt: Instant | null
}

/** Rows of one statement: each has 21 parameters, and PostgreSQL takes 65,535. */
const ROWS_OF_A_STATEMENT = 2_000

/** The ids of the inserted messages; none for a known dedupe key. */
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
    picture_id: row.pictureId,
    document_id: row.documentId,
    silent: row.silent,
    link_preview: row.linkPreview,
    about_message_id: row.aboutMessageId,
    callback_id: row.callbackId,
    batch_id: row.batchId,
    dedupe_key: row.dedupeKey,
    created_at: formatInstant(row.createdAt),
    expires_at: formatOptionalInstant(row.expiresAt),
  }
}
