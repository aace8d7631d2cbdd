import { PostgresDialect, sql, Transaction } from 'kysely'
import type { Database, Tx } from './database.ts'
import type { DB } from './tables.ts'

/** Only says in which language statements are written: a transaction sends them on the connection that it has. */
const DIALECT = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction opens no connections')) })

const START = sql`start transaction isolation level repeatable read read only`

/**
 * Reads all tables in their state at one moment. Statements asked for at once (`Promise.all`) are sent at once, the start
 * of the transaction with the first, so each group waits for the database only once. In the query builder's own
 * transactions, each statement waits for the answer to the one before.
 */
export async function readAtOnce<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    let isOver = false
    const executor = db.getExecutor().withConnectionProvider({
      // What still asks after a failure must not reach a connection that others have by then.
      provideConnection: (ask) => (isOver ? Promise.reject(new Error('the transaction is over')) : ask(connection)),
    })
    const parts = { config: { dialect: DIALECT }, dialect: DIALECT, driver: DIALECT.createDriver(), executor }
    const tx = new Transaction<DB>(parts)
    const end = async (statement: 'commit' | 'rollback') => {
      const ended = sql.raw(statement).execute(tx)
      isOver = true
      await ended
    }
    try {
      const [, value] = await Promise.all([START.execute(tx), read(tx)])
      await end('commit')
      return value
    } catch (error) {
      // The connection may be lost; then there is nothing left to roll back.
      if (!isOver) await end('rollback').catch(() => undefined)
      throw error
    }
  })
}
