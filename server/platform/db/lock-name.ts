import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Takes a name for the rest of a transaction, once no other on any node holds it: for what has no row to lock. It is a
 * lock beside those of `lock-session.ts`, also where the names are the same.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
