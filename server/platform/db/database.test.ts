import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { connect } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

test('instants, days, integers and money come out in our own shapes', async () => {
  const { rows } = await sql`
    select timestamptz '2026-03-02 10:00:00.123+02' as instant, date '2026-03-02' as day,
           9007199254740991::bigint as integer, 12.30::numeric(12, 2) as money`.execute(database.db)
  const instant = instantFromMilliseconds(Date.UTC(2026, 2, 2, 8, 0, 0, 123))
  expect(rows).toEqual([{ instant, day: '2026-03-02', integer: 9007199254740991, money: '12.30' }])
})

test('an integer that a number cannot hold is not rounded', async () => {
  await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow('too large')
})

test('the server does not wait for hours for a machine that fell silent; through a pooler its connections are not asked', async () => {
  const patienceOf = async (prepares: boolean) => {
    const { db, close } = connect(database.url, { prepares, onError: () => undefined })
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name like 'tcp\\_%' and source = 'session' order by name`.execute(db)
    await close()
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }
  expect(await patienceOf(true)).toEqual({
    tcp_keepalives_count: '3',
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '2',
    tcp_user_timeout: '11000',
  })
  expect(await patienceOf(false)).toEqual({})
})

test('whoever watches over connections knows all of them, also those from before', async () => {
  const { pool, connections, close } = connect(database.url, { onError: () => undefined })
  const first = await pool.connect()
  first.release()
  expect([...connections]).toEqual([first])
  await close()
})

test('closing ends the connections that only the pool used, too', async () => {
  const { pool, close } = connect(database.url, { onError: () => undefined })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  await close()
  const stillThere = async () => {
    const found = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}::int`.execute(database.db)
    return found.rows.length
  }
  await expect.poll(stillThere).toBe(0)
  await close()
})

test('a connection that breaks within a transaction fails that transaction and nothing else', async () => {
  const broken = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(database.db)
    // The process hears of it now, between two statements.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/terminat|not queryable/)
  const { rows } = await sql`select 1 as one`.execute(database.db)
  expect(rows).toEqual([{ one: 1 }])
})
