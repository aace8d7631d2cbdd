import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Tx } from '#platform/db/database.ts'

/** Does something while nobody else can read a table. */
export async function whileLocked<T>(db: Database, table: string, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(tx)
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    return work()
  })
}

/** Until somebody waits for a locked table. */
export async function untilHeldUp(db: Database): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database on oid = database
      where datname = current_database() and relation is not null and not granted`.execute(db)
    return rows.length
  }
  await expect.poll(countWaiting, { interval: 20 }).toBeGreaterThan(0)
}

/**
 * What a door comes to that has to wait for a change: it is started while the change is made and not committed yet, and
 * goes on with what stands then. Fails where it does not wait.
 */
export async function behind<T>(
  db: Database,
  change: (tx: Tx) => Promise<unknown>,
  door: () => Promise<T>,
): Promise<T> {
  const { outcome } = await db.transaction().execute(async (tx) => {
    await change(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const started = door()
    const noWait = started.then(() => Promise.reject(new Error('it did not wait for the change')))
    noWait.catch(() => undefined)
    await Promise.race([noWait, untilBlockedBy(db, rows[0]?.pid ?? 0)])
    return { outcome: started }
  })
  return outcome
}

/** What a door comes to that goes past rows that somebody else holds. Fails where it waits for them. */
export async function past<T>(db: Database, hold: (tx: Tx) => Promise<unknown>, door: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = '5s'`.execute(tx)
    await hold(tx)
    return door()
  })
}

async function untilBlockedBy(db: Database, pid: number): Promise<void> {
  const countBlocked = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid)) and datname = current_database()`.execute(
      db,
    )
    return rows.length
  }
  await expect.poll(countBlocked, { interval: 20 }).toBeGreaterThan(0)
}
