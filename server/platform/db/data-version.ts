import { PREPARED } from './connection.ts'
import type { Database } from './database.ts'

/**
 * The version of the data. It changes with leads, deposits and the zone, and tells a cache on any node whether its
 * values are current.
 */
export async function readDataVersion(db: Database): Promise<number> {
  const { version } = await db
    .selectFrom('data_version')
    .modifyFront(PREPARED)
    .select('version')
    .executeTakeFirstOrThrow()
  return version
}

/**
 * Call it in the transaction of the change, so both become visible together. The row is locked until the transaction
 * ends. Nobody waits for it, because changes of leads, deposits and the zone are made one at a time (`lockDerived`).
 */
export async function bumpDataVersion(db: Database): Promise<number> {
  const { version } = await db
    .updateTable('data_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
