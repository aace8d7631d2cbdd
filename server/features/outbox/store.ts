import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** `error`: why the last call, if there was one, did not succeed. */
export async function findMessageState(
  db: Database,
  id: string,
): Promise<{ state: string; error: string | null } | null> {
  const row = await db.selectFrom('outbox').select(['state', 'error']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The chat and id of a message; null if it was not sent, or is unknown. */
export async function findPlace(db: Database, id: string): Promise<{ chatId: string; messageId: number } | null> {
  const row = await db
    .selectFrom('outbox')
    .select(['chat_id as chatId', 'telegram_message_id as messageId'])
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .executeTakeFirst()
  return row && row.messageId !== null ? { chatId: row.chatId, messageId: row.messageId } : null
}

/**
 * Withdraws an unsent message. Its row stays, because it may record a wait of Telegram. False if it is being sent, or
 * was sent.
 */
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

/** Marks queued messages as unknown, except these kinds. */
export async function doubtQueued(
  tx: Tx,
  { except, error, at }: { except: readonly string[]; error: string; at: Instant },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state: 'unknown', settled_at: formatInstant(at), error })
    .where('state', '=', 'queued')
    .where('kind', 'not in', except)
    .execute()
}

/** All buttons of a message; undefined if there is no such message. */
export async function findButtons(tx: Tx, message: { id: string; chatId: string }): Promise<unknown> {
  const row = await tx
    .selectFrom('outbox')
    .select('reply_markup')
    .where('id', '=', message.id)
    .where('chat_id', '=', message.chatId)
    .where('act', '=', 'send')
    .executeTakeFirst()
  return row?.reply_markup
}

/** What later messages do to the same message of ours, the last first. */
export async function listLaterEdits(db: Database, id: string): Promise<{ act: string; replyMarkup: unknown }[]> {
  return db
    .selectFrom('outbox as own')
    .innerJoin('outbox as newer', (join) =>
      join
        .onRef('newer.chat_id', '=', 'own.chat_id')
        .onRef('newer.about_message_id', '=', 'own.about_message_id')
        .on((newer) =>
          newer(newer.refTuple('newer.created_at', 'newer.id'), '>', newer.refTuple('own.created_at', 'own.id')),
        ),
    )
    .select(['newer.act as act', 'newer.reply_markup as replyMarkup'])
    .where('own.id', '=', id)
    .where('newer.act', 'in', ['keyboard', 'edit'])
    .orderBy('newer.created_at', 'desc')
    .orderBy('newer.id', 'desc')
    .execute()
}
