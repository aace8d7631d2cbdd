import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { PictureType } from '#domain/markup/picture.ts'
import type { Database } from '#platform/db/database.ts'

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
