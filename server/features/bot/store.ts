import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** Whether the database answers anything just now. */
export async function isAnswering(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Marks an update as handled. False where it was before. */
export async function insertUpdate(
  tx: Tx,
  update: { botId: string; updateId: number; receivedAt: Instant },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('bot_updates')
    .values({
      bot_id: update.botId,
      update_id: update.updateId,
      received_at: formatInstant(update.receivedAt),
    })
    .onConflict((conflict) => conflict.columns(['bot_id', 'update_id']).doNothing())
    .returning('update_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Stores the current state of a chat. False if it was known: nothing is written then, because every message calls this. */
export async function upsertChat(
  tx: Tx,
  chat: { id: string; type: string; title: string | null; isMember: boolean; updatedAt: Instant },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bot_chats')
    .values({
      chat_id: chat.id,
      type: chat.type,
      title: chat.title,
      is_member: chat.isMember,
      updated_at: formatInstant(chat.updatedAt),
    })
    .onConflict((conflict) =>
      conflict
        .column('chat_id')
        .doUpdateSet((row) => ({
          type: row.ref('excluded.type'),
          title: row.ref('excluded.title'),
          is_member: row.ref('excluded.is_member'),
          updated_at: row.ref('excluded.updated_at'),
        }))
        .where((row) =>
          row.or([
            row('bot_chats.type', 'is distinct from', row.ref('excluded.type')),
            row('bot_chats.title', 'is distinct from', row.ref('excluded.title')),
            row('bot_chats.is_member', 'is distinct from', row.ref('excluded.is_member')),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The chats that the bot is in. */
export async function listChats(db: Database): Promise<{ chatId: string; title: string | null; type: string }[]> {
  return db
    .selectFrom('bot_chats')
    .select(['chat_id as chatId', 'title', 'type'])
    .where('is_member', '=', true)
    .execute()
}

/** Moves a group to its new id; data that the new id has already stays. */
export async function moveBotChat(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into bot_chats (chat_id, title, type, is_member, updated_at)
    select ${to}, title, 'supergroup', is_member, updated_at from bot_chats where chat_id = ${from}
    on conflict (chat_id) do nothing
  `.execute(tx)
  await tx.deleteFrom('bot_chats').where('chat_id', '=', from).execute()
}

export async function moveQueuedMessages(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ chat_id: to })
    .where('chat_id', '=', from)
    .where('state', '=', 'queued')
    // The subject of an edit stays with the old id.
    .where('act', '=', 'send')
    .execute()
}
