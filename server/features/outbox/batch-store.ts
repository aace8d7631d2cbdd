import { sql } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export interface BatchRow {
  id: string
  chatId: string
  text: string
  state: string
  error: string | null
  attempts: number
  settledAt: Instant | null
}

/** In the order in which they were written. */
export async function listBatch(db: Database, batchId: string): Promise<BatchRow[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'chat_id as chatId', 'text', 'state', 'error', 'attempts', 'settled_at as settledAt'])
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute()
}

export async function countBatches(
  db: Database,
  batchIds: readonly string[],
): Promise<{ batchId: string; state: string; count: number }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['batch_id as batchId', 'state', fn.countAll<number>().as('count')])
    .where('batch_id', '=', sql<string>`any(${batchIds}::text[])`)
    .groupBy(['batch_id', 'state'])
    .execute()
  return rows.map(({ batchId, ...row }) => ({ ...row, batchId: batchId ?? '' }))
}

/** Which of these messages are kept, in which state. */
export async function listStates(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; state: string; error: string | null }[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'state', 'error'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** Queues messages again that are in one of these states. Returns their ids. Messages whose state changed in the meantime stay. */
export async function requeue(
  tx: Tx,
  ids: readonly string[],
  states: readonly ('failed' | 'unknown')[],
): Promise<string[]> {
  const rows = await tx
    .updateTable('outbox')
    .set({ state: 'queued', error: null, failures: 0, settled_at: null, not_before: null, expires_at: null })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('state', 'in', states)
    .where('text', '<>', '')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
