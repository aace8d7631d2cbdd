import type { Database } from '#platform/db/database.ts'

export interface KeptPicture {
  mediaType: string
  bytes: Buffer
  /** As a bot knows it that has sent it. */
  fileId: string | null
  botId: string | null
}

export async function findPicture(db: Database, id: string): Promise<KeptPicture | null> {
  const row = await db
    .selectFrom('broadcast_pictures')
    .select(['media_type as mediaType', 'bytes', 'telegram_file_id as fileId', 'telegram_bot_id as botId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** From now on a bot names the picture instead of sending it again. */
export async function saveFileId(db: Database, id: string, file: { fileId: string; botId: string }): Promise<void> {
  await db
    .updateTable('broadcast_pictures')
    .set({ telegram_file_id: file.fileId, telegram_bot_id: file.botId })
    .where('id', '=', id)
    .execute()
}
