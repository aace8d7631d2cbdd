import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/db/database.ts'

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
  await expect.poll(countWaiting, { timeout: 15_000, interval: 20 }).toBeGreaterThan(0)
}
