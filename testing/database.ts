import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connect, type Pool } from '#platform/db/database.ts'
import { createCitusDatabase, dropCitusDatabase, listCitusNodes } from './servers/citus.ts'
import { startTestServer } from './servers/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the migrated database that `createTestDatabase` copies. */
    templateUrl: string
  }
}

/** A database of its own, with all tables and no rows but those of the migrations. */
export interface TestDatabase extends Pool {
  url: string
  /** Removes it. */
  close(): Promise<void>
}

export interface TestPostgres {
  /** Of the database that every other is copied from. */
  templateUrl: string
  createDatabase(): Promise<TestDatabase>
  stop(): Promise<void>
}

/** A fresh database, for a test file. Only under vitest, whose global set-up runs the server. */
export async function createTestDatabase(options: { tables?: boolean } = {}): Promise<TestDatabase> {
  // Here, because Playwright and the benchmark use this file without vitest.
  const { inject } = await import('vitest')
  const templateUrl = inject('templateUrl')
  return createDatabase(templateUrl, options.tables === false ? 'template0' : nameOf(templateUrl))
}

/** A server for tests, or the one of TEST_DATABASE_URL. Its data does not survive it. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const server = await startTestServer()
  const { templateUrl } = server
  return {
    templateUrl,
    createDatabase: () => createDatabase(templateUrl, nameOf(templateUrl)),
    stop: () => server.stop(),
  }
}

async function createDatabase(templateUrl: string, template: string): Promise<TestDatabase> {
  const isCitus = process.env['TEST_DATABASE_URL'] !== undefined && (await listCitusNodes(templateUrl)).length > 0
  if (isCitus) return createCitusTestDatabase(templateUrl)
  const name = newName()
  await administer(templateUrl, `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`)
  return open(withDatabase(templateUrl, name), () => administer(templateUrl, `drop database ${name} with (force)`))
}

/**
 * The same on a Citus, with leads laid out over its workers or the first so many. `serverUrl`: of a database that knows
 * them.
 */
export async function createCitusTestDatabase(serverUrl: string, workers?: number): Promise<TestDatabase> {
  const name = newName()
  await createCitusDatabase(serverUrl, name, workers)
  return open(withDatabase(serverUrl, name), () => dropCitusDatabase(serverUrl, name))
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

function open(url: string, remove: () => Promise<void>): TestDatabase {
  const pool = connect(url, { onError: () => undefined })
  return {
    ...pool,
    url,
    async close() {
      await pool.close()
      await remove()
    },
  }
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(withDatabase(templateUrl, 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
