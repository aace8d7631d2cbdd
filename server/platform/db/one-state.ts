import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { isDistributed } from './distribution.ts'
import { DERIVED, lockName } from './locks.ts'

/**
 * Reads all tables as they are at one moment, whatever is written meanwhile. On Citus each worker has a moment of its own:
 * all of them are taken while nobody writes leads, and kept, one connection for each worker (decision 045).
 */
export async function readOneState<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  const isSpread = await isDistributed(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      if (isSpread) await takeMoments(db, tx)
      return read(tx)
    })
}

async function takeMoments(db: Database, tx: Tx): Promise<void> {
  await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(tx)
  await db.transaction().execute(async (writing) => {
    await lockName(writing, DERIVED)
    // Asks every shard, and so every worker.
    await sql`select count(*) from (select 1 from leads limit 1) l`.execute(tx)
  })
}
