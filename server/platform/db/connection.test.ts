import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { PREPARED } from './connection.ts'
import { connect, type Database } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

/** The texts that one connection keeps after the same two statements were sent twice. */
async function listKept(options: { prepares: boolean }): Promise<string[]> {
  const { db, close } = connect(database.url, { ...options, max: 1, onError: () => undefined })
  for (const name of ['first', 'second']) {
    await sendMarked(db, name)
    await sql`with ${PREPARED} one as (select 1) select * from one`.execute(db)
    await db.selectFrom('members').select('id').execute()
  }
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements order by 1`.execute(db)
  await close()
  return rows.map((row) => row.statement)
}

function sendMarked(db: Database, alias: string) {
  return db.selectFrom('members').modifyFront(PREPARED).select('id').where('alias', '=', alias).execute()
}

test('a connection keeps the statements that are marked, once each, and no others', async () => {
  expect(await listKept({ prepares: true })).toEqual([
    'select /* prepared */ "id" from "members" where "alias" = $1',
    'with /* prepared */ one as (select 1) select * from one',
  ])
})

test('through a pooler it keeps none', async () => {
  expect(await listKept({ prepares: false })).toEqual([])
})

test('a statement that fails says why, and its connection works on', async () => {
  const { db, close } = connect(database.url, { max: 1, prepares: true, onError: () => undefined })
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' })
  expect(await sendMarked(db, 'nobody')).toEqual([])
  await close()
})
