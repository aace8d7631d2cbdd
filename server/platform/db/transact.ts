import type { Database, Tx } from './database.ts'

/** A transaction whose result decides: it is committed when the work was accepted, and rolled back when it was refused. */
export async function transact<R extends { ok: boolean }>(db: Database, work: (tx: Tx) => Promise<R>): Promise<R> {
  const tx = await db.startTransaction().execute()
  try {
    const result = await work(tx)
    await (result.ok ? tx.commit() : tx.rollback()).execute()
    return result
  } catch (error) {
    // The connection may be gone; then there is nothing left to roll back.
    if (!tx.isCommitted && !tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}
