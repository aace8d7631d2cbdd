import type { Database } from './database.ts'

/** Moves with every change of leads, deposits or of the zone: what a cache on any node was made from. */
export async function readDataVersion(db: Database): Promise<number> {
  const { version } = await db.selectFrom('data_version').select('version').executeTakeFirstOrThrow()
  return version
}

/**
 * To be called in the transaction of the change, whose version is seen when it is. The row is locked until the transaction
 * ends, which keeps nobody waiting: those who change leads, deposits or the zone come one at a time (`lockDerived`).
 */
export async function bumpDataVersion(db: Database): Promise<number> {
  const { version } = await db
    .updateTable('data_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
