import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { LARGEST_PICTURE, readPicture, type PictureRefusal } from '#domain/markup/picture.ts'
import { newId } from '#platform/db/ids.ts'
import type { BroadcastDeps } from './log-service.ts'
import { insertPicture } from './store.ts'

/** Stores an uploaded image that Telegram would accept. */
export async function addPicture(
  { db, clock }: BroadcastDeps,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Result<{ id: string }, PictureRefusal>> {
  const bytes = await collect(pieces)
  if (!bytes) return refuse({ reason: 'picture.size' })
  const picture = readPicture(bytes)
  if (!picture.ok) return picture
  const id = newId()
  await insertPicture(db, { id, type: picture.value.type, bytes, uploadedAt: clock.now() })
  return accept({ id })
}

/** Null where there are more than a picture may have. */
async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > LARGEST_PICTURE) return null
    all.push(piece)
  }
  return Buffer.concat(all)
}
