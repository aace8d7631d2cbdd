import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** A file as it arrives in a chat. */
export interface NamedDocument {
  name: string
  mediaType: string
  bytes: Buffer
}

/** Keeps a file for the message that takes it along. */
export async function insertDocument(
  tx: Tx,
  { id, name, mediaType, bytes, createdAt }: NamedDocument & { id: string; createdAt: Instant },
): Promise<void> {
  const created_at = formatInstant(createdAt)
  await tx.insertInto('outbox_documents').values({ id, name, media_type: mediaType, bytes, created_at }).execute()
}

/** Null: it is no longer stored. */
export async function findDocument(db: Database, id: string): Promise<NamedDocument | null> {
  const row = await db
    .selectFrom('outbox_documents')
    .select(['name', 'media_type as mediaType', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
