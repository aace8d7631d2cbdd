import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { codeOf } from '../error-code.ts'
import type { Log } from '../log.ts'
import { connect, withPatience, type Database, type Tx } from './database.ts'
import { DatabaseRefusal, findRefusal, messageOf } from './unavailable.ts'

const OLDEST_SERVER = 15

/**
 * Migrates the database to this code. Several nodes may call it at once: one migrates, the others wait. `url` must lead
 * to PostgreSQL itself, not to a transaction pooler. With `last` it stops at that migration, for the tables of an older
 * version. Throws a DatabaseRefusal if the database cannot be reached or used.
 */
export async function migrate(url: string, log: Log, last: string | null = null): Promise<void> {
  // A broken connection fails the current query.
  const pool = connect(withPatience(url), { max: 1, onError: () => undefined })
  try {
    await checkServer(pool.db, url)
    await migrateUp(pool.db, log, last)
  } finally {
    await pool.close()
  }
}

/**
 * Migrates tables of an older version to this code within a transaction, which keeps everybody else from them: with
 * what the transaction wrote before.
 */
export async function migrateWithin(tx: Tx, log: Log): Promise<void> {
  // Checks that wait for the commit would stand in the way of a changed table.
  await sql`set constraints all immediate`.execute(tx)
  for (const [name, { up }] of Object.entries(await readMigrations(await pendingMigrations(tx)))) {
    await up(tx)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(tx)
    log.info({ migration: name }, 'migrated')
  }
}

/** The migrations that the database lacks. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const [known, done] = await Promise.all([listMigrations(), listExecuted(db)])
  return known.filter((name) => !done.includes(name))
}

/** Throws a DatabaseRefusal if the server of this address does not answer, or is too old. */
export async function checkServer(db: Database, url: string): Promise<void> {
  const version = await readServerVersion(db, url)
  if (version < OLDEST_SERVER) {
    throw new DatabaseRefusal(`The database server is PostgreSQL ${version}; Capline needs ${OLDEST_SERVER} or newer.`)
  }
}

async function readServerVersion(db: Database, url: string): Promise<number> {
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(db)
    return rows[0]?.version ?? 0
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new DatabaseRefusal(
      `The database ${pathname.slice(1)} at ${host} cannot be used: ${messageOf(error)}. Check DATABASE_URL and that the server runs.${adviceOf(url, error)}`,
      { cause: error },
    )
  }
}

/** PostgreSQL's code of what is not of its protocol; a transaction pooler has it for parameters that it does not know. */
const UNKNOWN_TO_POOLERS = '08P01'

function adviceOf(url: string, error: unknown): string {
  if (codeOf(error) === UNKNOWN_TO_POOLERS) {
    return ' If it leads to a transaction pooler, DATABASE_DIRECT_URL must lead to PostgreSQL itself.'
  }
  return url.includes('sslmode=verify-full')
    ? ' Capline verifies the TLS certificate of the database. On a trusted network you can add sslmode=disable to the query of DATABASE_URL.'
    : ''
}

async function migrateUp(db: Database, log: Log, last: string | null): Promise<void> {
  const known = await listMigrations()
  const executed = await listExecuted(db)
  refuseNewer(executed, known)
  // Else the library looks six times at every column of every table.
  if (last === null && executed.length === known.length) return
  const provider = { getMigrations: () => readMigrations(known) }
  // The order of names does not depend on the machine's language.
  const migrator = new Migrator({ db, provider, nameComparator: compareCodePoints })
  const { error, results } = await (last === null ? migrator.migrateToLatest() : migrator.migrateTo(last))
  for (const { migrationName, status } of results ?? []) {
    if (status === 'Success' && !error) log.info({ migration: migrationName }, 'migrated')
  }
  if (!error) return
  const refusal = findRefusal(error)
  if (refusal) throw refusal
  refuseNewer(await listExecuted(db), known)
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(`the migration ${failed ?? ''} failed: ${messageOf(error)}`, { cause: error })
}

function refuseNewer(executed: readonly string[], known: readonly string[]): void {
  const strangers = executed.filter((name) => !known.includes(name))
  if (strangers.length === 0) return
  throw new DatabaseRefusal(
    `The database is newer than this version of Capline: it has ${strangers.join(', ')}. Start the newer version, or use another database.`,
  )
}

/** The migrations of the database, in order; empty for an empty database. */
export async function listExecuted(db: Database): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    const UNDEFINED_TABLE = '42P01'
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

async function readMigrations(names: readonly string[]): Promise<Record<string, Migration>> {
  const folder = findFolder()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    return [name, { up: (db: Kysely<unknown>) => runScript(db, text) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function runScript(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

/** All migrations of this code, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(findFolder())
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}

let found: string | null = null

/** The nearest folder `migrations` above this file, which is in server/platform/db or bundled in dist. */
function findFolder(): string {
  found ??= findAbove(import.meta.dirname)
  return found
}

function findAbove(folder: string): string {
  const candidate = join(folder, 'migrations')
  if (hasScripts(candidate)) return candidate
  if (dirname(folder) === folder) throw new Error('the folder migrations is missing')
  return findAbove(dirname(folder))
}

function hasScripts(folder: string): boolean {
  try {
    return readdirSync(folder).some((file) => file.endsWith('.sql'))
  } catch {
    return false
  }
}
