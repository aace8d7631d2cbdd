import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { parseInstant } from '#domain/kernel/instant.ts'
import { codeOf } from '../error-code.ts'
import { BuilderPool } from './connection.ts'
import type { DB } from './tables.ts'

/** A pool of connections, or one transaction on one of them. Every store function takes it. */
export type Database = Kysely<DB>
export type Tx = Transaction<DB>

const OID = { int8: 20, date: 1082, timestamptz: 1184 } as const

/**
 * JavaScript values of PostgreSQL types: `bigint` as a number, `date` as `YYYY-MM-DD`, `timestamptz` as an `Instant`;
 * `numeric` stays text (see `domain/kernel/cents.ts`).
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === OID.int8) return readInteger
    if (oid === OID.date) return (text: string) => text
    if (oid === OID.timestamptz) return parseInstant
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg's own parsers give any; the tables' types say what
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}

export interface Pool {
  db: Database
  /** The connections of the query builder; a pulse watches them (`pulse.ts`). */
  pool: pg.Pool
  /** All open connections. */
  connections: ReadonlySet<pg.Client>
  /** Whether an error comes from one of the builder's connections, and not from another server. */
  hasFailedWith(error: Error): boolean
  close(): Promise<void>
}

export interface PoolOptions {
  max?: number
  /**
   * Whether connections keep prepared statements. Not with a transaction pooler, which passes connections on to others.
   */
  prepares?: boolean
  /** Asks each new connection first of all. */
  meet?(ask: (text: string) => Promise<pg.QueryResult>): Promise<void>
  onError(error: Error): void
}

export function connect(url: string, options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: typeParsers,
    connectionTimeoutMillis: 5_000,
    // A new connection costs more than many calls, so the first calls after a quiet time must not wait for many of
    // them.
    idleTimeoutMillis: 600_000,
    application_name: 'capline',
    // Statements that a transaction is asked at once are sent at once (`readAtOnce`); all others are awaited one by one.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // A pooler passes its connections on to others, and ends silent ones by its own timeout.
    ...(options.prepares && { verify: (client, done) => void greet(client, options, done) }),
  })
  let closing = false
  // An idle connection that breaks (a restarted server) must not end the process. The pool opens another.
  pool.on('error', (error) => {
    if (!closing) options.onError(error)
  })
  // The same for a connection that breaks between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const connections = new Set<pg.Client>()
  pool.on('connect', (client) => client instanceof pg.Client && connections.add(client))
  pool.on('remove', (client) => client instanceof pg.Client && connections.delete(client))
  const builder = new BuilderPool(pool, { prepares: options.prepares ?? false })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: builder }) })
  return {
    db,
    pool,
    connections,
    hasFailedWith: (error) => builder.hasFailedWith(error),
    async close() {
      closing = true
      await db.destroy()
      // The builder ends only a pool that it has used.
      if (!pool.ending) await pool.end()
    },
  }
}

/**
 * Whether a Capline runs on this database: each one listens and looks for jobs, on connections that no pooler keeps
 * after it.
 */
export async function isInUse(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name in ('capline listener', 'capline jobs')`.execute(db)
  return rows.length > 0
}

async function greet(client: pg.PoolClient, { meet }: PoolOptions, done: (error?: Error) => void): Promise<void> {
  const failed = await askFirst(client, meet).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  done(failed ?? undefined)
}

async function askFirst(client: pg.PoolClient, meet: PoolOptions['meet']): Promise<null> {
  await client.query(PATIENCE)
  await meet?.((text) => client.query(text))
  return null
}

function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`an integer too large for a number: ${text}`)
  return value
}

/**
 * Timeouts of the server for a connection. A machine that fell silent loses its connection after 5 + 3 x 2 seconds
 * instead of two hours. A machine that takes no answers loses it after 11 s. A process that froze within a transaction,
 * whose kernel still answers, loses it after 10 s.
 */
const PATIENT = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 11_000,
  idle_in_transaction_session_timeout: 10_000,
} as const
export const PATIENCE = Object.entries(PATIENT)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ')

/** Adds these timeouts to an address, for a library that opens its own connections. */
export function withPatience(url: string): string {
  const address = new URL(url)
  const asked = Object.entries(PATIENT).map(([name, value]) => `-c ${name}=${value}`)
  address.searchParams.set('options', [address.searchParams.get('options') ?? '', ...asked].join(' ').trim())
  return address.href
}

/** Runs a transaction that is committed if its result is accepted, and rolled back if it is refused. */
export async function transact<R extends { ok: boolean }>(db: Database, work: (tx: Tx) => Promise<R>): Promise<R> {
  const tx = await db.startTransaction().execute()
  try {
    const result = await work(tx)
    await (result.ok ? tx.commit() : tx.rollback()).execute()
    return result
  } catch (error) {
    // The connection may be lost; then there is nothing left to roll back.
    if (!tx.isCommitted && !tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

/** Marks a place in a transaction. Each call of the answer undoes what was written since. */
export async function markPlace(tx: Tx): Promise<() => Promise<unknown>> {
  await sql`savepoint place`.execute(tx)
  return () => sql`rollback to savepoint place`.execute(tx)
}

/** Whether an error is PostgreSQL's refusal of a second row with the same key. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint
}
