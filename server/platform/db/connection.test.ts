import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { PREPARED } from './connection.ts'
import { connect, type Database, type Pool } from './database.ts'
import { readOneState } from './one-state.ts'

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

/** Bytes on their way to the database. */
function countSent(connections: Pool['connections']): number {
  const sockets = [...connections]
    .map(({ connection }) => connection.stream)
    .filter((stream) => stream instanceof Socket)
  return sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
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

test('what is asked at once of one state is sent at once, and is of one state', async () => {
  const { db, connections, close } = connect(database.url, { max: 1, prepares: true, onError: () => undefined })
  const countSettings = (tx: Database) => sql<{ n: number }>`select count(*)::int as n from settings`.execute(tx)
  const seen = await readOneState(db, async (tx) => {
    const [before] = await Promise.all([countSettings(tx), sendMarked(tx, 'nobody')])
    await sql`insert into settings (key, value, updated_at, updated_by) values ('seen', 'late', now(), 'anna')`.execute(
      database.db,
    )
    const slow = sql`select pg_sleep(0.01)`.execute(tx)
    const sent = countSent(connections)
    const after = countSettings(tx)
    expect(countSent(connections)).toBeGreaterThan(sent)
    await Promise.all([slow, after])
    return [before.rows, (await after).rows]
  })
  expect(seen[1]).toEqual(seen[0])
  expect((await countSettings(db)).rows).toEqual([{ n: (seen[0]?.[0]?.n ?? 0) + 1 }])
  await close()
})

test('a reading of one state that fails leaves nothing behind on its connection', async () => {
  const { db, close } = connect(database.url, { max: 1, prepares: true, onError: () => undefined })
  const failing = readOneState(db, (tx) => Promise.all([sendMarked(tx, 'nobody'), sql`select 1 / 0`.execute(tx)]))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  let late: Promise<unknown> | undefined
  const abandoned = readOneState(db, (tx) => {
    late = sql`select pg_sleep(0.01)`.execute(tx).then(() => sendMarked(tx, 'nobody'))
    return Promise.all([late, Promise.reject(new Error('of something else'))])
  })
  await expect(abandoned).rejects.toThrow('of something else')
  await expect(late).rejects.toThrow('the transaction is over')
  expect(await sendMarked(db, 'nobody')).toEqual([])
  const { rows } = await sql`select current_setting('transaction_read_only') as mode`.execute(db)
  expect(rows).toEqual([{ mode: 'off' }])
  await close()
})
