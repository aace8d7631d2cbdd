import type { Database } from '#platform/db/database.ts'

/** An image in a call: Telegram's id from an earlier message, else the file itself. */
export type KeptPicture = { fileId: string } | { fileId: null; mediaType: string; bytes: Buffer }

/** The bytes are read only if the bot has no name for it; null if the image is no longer kept. */
export async function findPicture(db: Database, id: string, botId: string): Promise<KeptPicture | null> {
  const named = await db
    .selectFrom('broadcast_pictures')
    .select('telegram_file_id as fileId')
    .where('id', '=', id)
    .where('telegram_bot_id', '=', botId)
    .executeTakeFirst()
  if (named && named.fileId !== null) return { fileId: named.fileId }
  const file = await db
    .selectFrom('broadcast_pictures')
    .select(['media_type as mediaType', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return file ? { fileId: null, ...file } : null
}

/** From now on a bot names the picture instead of sending it again. */
export async function saveFileId(db: Database, id: string, file: { fileId: string; botId: string }): Promise<void> {
  await db
    .updateTable('broadcast_pictures')
    .set({ telegram_file_id: file.fileId, telegram_bot_id: file.botId })
    .where('id', '=', id)
    .execute()
}

/** Telegram no longer knows the image by this name: it is sent as a file again. */
export async function forgetFileId(db: Database, id: string, fileId: string): Promise<void> {
  await db
    .updateTable('broadcast_pictures')
    .set({ telegram_file_id: null, telegram_bot_id: null })
    .where('id', '=', id)
    .where('telegram_file_id', '=', fileId)
    .execute()
}
