import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { keepHeartbeat } from './heartbeat.ts'
import { PATIENCE, type Tx } from './database.ts'

/** A connection of its own that holds advisory locks: they last as long as it does. */
export interface LockSession {
  query: Query
  /** Aborted when the connection is over, and its locks with it. */
  ended: AbortSignal
  tryAcquire(name: string): Promise<boolean>
  close(): Promise<void>
}

export type Query = <R extends pg.QueryResultRow>(
  text: string,
  values?: readonly string[],
) => Promise<pg.QueryResult<R>>

/**
 * The heartbeat asks every 2 s and notices silence in at most 6, so that a holder that was cut off stops before another
 * begins. A process that is frozen asks nothing while its kernel still answers for it: the server ends its session, and
 * frees its locks, after 8 s.
 */
const SERVER_PATIENCE = `${PATIENCE}; set statement_timeout = 0; set idle_session_timeout = 8000`

/** `ask`: what the heartbeat asks. `url` must lead to PostgreSQL itself. */
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

/** The name that is locked by whoever writes leads, deposits, or what is derived from them, to the end of its transaction. */
export const DERIVED = 'leads.derived'

/** The number that stands for a name in PostgreSQL, as text: it has 64 bits. */
export function lockKey(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString()
}

/** One after the other: a connection takes one query at a time. */
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
 * Takes a name for the rest of a transaction, once no other on any node holds it: for what has no row to lock. It is a
 * lock beside those of a `LockSession`, also where the names are the same.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
