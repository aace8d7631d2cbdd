import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from './database.ts'

export interface IdempotencyRow {
  requestHash: Buffer
  /** Null while the first answer is being made, or if its process died. */
  status: number | null
  body: string | null
}

/** Reserves a key for a first answer; null if it is taken. */
export async function insertIdempotencyKey(
  db: Database,
  row: { owner: string; key: string; requestHash: Buffer; now: Instant },
): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ owner: row.owner, key: row.key, request_hash: row.requestHash, created_at: formatInstant(row.now) })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findIdempotencyKey(db: Database, owner: string, key: string): Promise<IdempotencyRow | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'status', 'body'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export async function updateIdempotencyKey(
  db: Database,
  row: { owner: string; key: string; status: number; body: string | null },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: row.status, body: row.body })
    .where('owner', '=', row.owner)
    .where('key', '=', row.key)
    .execute()
}

export async function deleteIdempotencyKey(db: Database, owner: string, key: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('owner', '=', owner).where('key', '=', key).execute()
}
