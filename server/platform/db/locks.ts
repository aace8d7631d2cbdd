import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { keepHeartbeat } from './heartbeat.ts'
import { PATIENCE, type Tx } from './database.ts'

/** A separate connection that holds advisory locks. They last as long as it does. */
export interface LockSession {
  query: Query
  /** Aborted when the connection has ended, and its locks with it. */
  ended: AbortSignal
  tryAcquire(name: string): Promise<boolean>
  close(): Promise<void>
}

export type Query = <R extends pg.QueryResultRow>(
  text: string,
  values?: readonly string[],
) => Promise<pg.QueryResult<R>>

/**
 * The heartbeat asks every 2 s and notices silence in at most 6 s, so a holder that was cut off stops before another
 * begins. A frozen process asks nothing while its kernel still answers for it: the server ends its session, and frees
 * its locks, after 8 s.
 */
const SERVER_PATIENCE = `${PATIENCE}; set statement_timeout = 0; set idle_session_timeout = 8000`

/** `ask`: the question of the heartbeat. `url` must lead to PostgreSQL itself. */
export async function openLockSession(
  url: string,
  ask: (query: Query) => Promise<unknown> = (query) => query('select 1'),
): Promise<LockSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'capline lock',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  const over = new AbortController()
  client.on('error', () => over.abort())
  client.on('end', () => over.abort())
  try {
    await client.connect()
    await client.query(SERVER_PATIENCE)
  } catch (error) {
    drop(client)
    throw error
  }
  const query = inTurn(client)
  const end = () => {
    over.abort()
    drop(client)
  }
  const stopHeart = keepHeartbeat(() => ask(query), end)
  over.signal.addEventListener('abort', stopHeart)
  return {
    query,
    ended: over.signal,
    async tryAcquire(name) {
      const { rows } = await query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey(name)])
      return rows[0]?.got === true
    },
    async close() {
      stopHeart()
      await Promise.race([client.end().catch(() => undefined), wait(1_000, undefined, { ref: false })])
      end()
    },
  }
}

/** The lock for writing leads, deposits, or derived values. The writer holds it to the end of its transaction. */
export const DERIVED = 'leads.derived'

/** PostgreSQL's 64-bit number for a name, as text. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString()
}

/** One query at a time, as a connection requires. */
function inTurn(client: pg.Client): Query {
  let before: Promise<unknown> = Promise.resolve()
  return (text, values = []) => {
    const done = before.then(() => client.query(text, [...values]))
    before = done.catch(() => undefined)
    return done
  }
}

function drop(client: pg.Client): void {
  client.connection.stream.destroy()
}

/**
 * Takes a lock for the rest of a transaction, when no other node holds it: for work without a row to lock. It is
 * independent of a `LockSession`, also if the names are the same.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
