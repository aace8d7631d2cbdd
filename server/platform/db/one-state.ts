import { sql } from 'kysely'
import { codeOf } from '../error-code.ts'
import { readAtOnce } from './at-once.ts'
import type { Database, Tx } from './database.ts'
import { isDistributed } from './distribution.ts'
import { DERIVED, lockName } from './locks.ts'
import { DatabaseBusy } from './unavailable.ts'

/**
 * Reads all tables in their state at one moment, whatever is written in the meantime. On Citus each worker has its own
 * snapshot: all are taken while nobody writes leads, and kept, one connection per worker (decision 045). Throws a
 * DatabaseBusy if leads are written for so long that the snapshots cannot be taken.
 */
export async function readOneState<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return (await isDistributed(db)) ? readWorkers(db, read) : readAtOnce(db, read)
}

/**
 * The longest wait of a read for writers of leads: a page takes a moment, a change of zone or a rebuild takes minutes.
 */
const LONGEST_WAIT_MS = 5_000
const BUSY = 'Leads have been written for some seconds without a pause. Try again in a minute.'
const LOCK_TIMEOUT = '55P03'
/** The end of each pool's queue: snapshots are taken one by one, so a read that waits takes no connection to read on. */
const lines = new WeakMap<Database, Promise<void>>()

async function readWorkers<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  const until = performance.now() + LONGEST_WAIT_MS
  const turn = Promise.withResolvers<void>()
  const before = lines.get(db)
  lines.set(db, turn.promise)
  try {
    await before
    if (performance.now() > until) throw new DatabaseBusy(BUSY)
    return await db.connection().execute((reading) =>
      whileNobodyWrites(db, until, (end) =>
        readAtOnce(reading, async (tx) => {
          await takeMoments(tx)
          await end()
          turn.resolve()
          return read(tx)
        }),
      ),
    )
  } finally {
    turn.resolve()
  }
}

/** Holds the lock of the writers of leads until `end` is called or the work is over. */
async function whileNobodyWrites<T>(
  db: Database,
  until: number,
  work: (end: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const locking = await db.startTransaction().execute()
  try {
    const patience = Math.max(1, Math.ceil(until - performance.now()))
    await sql`select set_config('lock_timeout', ${String(patience)}, true)`.execute(locking)
    await lockName(locking, DERIVED).catch((error: unknown) => {
      throw codeOf(error) === LOCK_TIMEOUT ? new DatabaseBusy(BUSY, { cause: error }) : error
    })
    return await work(() => locking.commit().execute())
  } finally {
    // The connection may be lost; then there is nothing left to roll back.
    if (!locking.isCommitted)
      await locking
        .rollback()
        .execute()
        .catch(() => undefined)
  }
}

async function takeMoments(tx: Tx): Promise<void> {
  await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(tx)
  // Reads every shard, and so every worker.
  await sql`select count(*) from (select 1 from leads limit 1) l`.execute(tx)
}
