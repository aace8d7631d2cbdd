import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createLog } from '../log.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { DatabaseRefusal } from './unavailable.ts'

const log = createLog('silent', { pretty: false })
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ tables: false })
})

afterAll(() => database.close())

test('nodes that start together migrate once', async () => {
  expect(await pendingMigrations(database.db)).toContain('0001-base')
  await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, log)))
  expect(await pendingMigrations(database.db)).toEqual([])
  const { rows } = await sql<{ times: number }>`
    select count(*) as times from kysely_migration where name = '0001-base'`.execute(database.db)
  expect(rows).toEqual([{ times: 1 }])
  expect(await database.db.selectFrom('members').selectAll().execute()).toEqual([])
})

test('a database that is newer than the code is refused', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01T00:00:00Z')`.execute(
    database.db,
  )
  await expect(migrate(database.url, log)).rejects.toThrow(
    'The database is newer than this version of Capline: it has 9999-future.',
  )
})

test.for([
  ['a server that does not run', 'postgres://nobody@127.0.0.1:1/capline', /capline at 127\.0\.0\.1:1 .*ECONNREFUSED/],
  ['a database that is not there', null, /database "missing" does not exist/],
] as const)('%s is named in a sentence', async ([, address, sentence]) => {
  const url = new URL(address ?? database.url)
  if (!address) url.pathname = '/missing'
  const failure: unknown = await migrate(url.href, log).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseRefusal)
  expect(failure).toHaveProperty('message', expect.stringMatching(sentence))
})
