import type { Database, Tx } from './database.ts'
import { codeOf } from '../error-code.ts'

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

/** Whether an error is PostgreSQL's refusal of a second row with one key. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint
}
