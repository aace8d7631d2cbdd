import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { createListener, type Listener } from './listen.ts'
import { announce, notify } from './notify.ts'

const memory = createMemoryLog()
let database: TestDatabase
let listener: Listener

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

beforeEach(() => {
  listener = createListener(database.url, memory.log)
})

afterEach(() => listener.close())

/** Subscribes, and answers with what is heard. */
async function hear(channel: string): Promise<(string | null)[]> {
  const heard: (string | null)[] = []
  listener.on(channel, (payload) => heard.push(payload))
  await listener.ready()
  return heard
}

test('what a transaction tells is heard when it is over, and only on its channel', async () => {
  const heard = await hear('Odd "channel"')
  const other = await hear('other')
  await database.db.transaction().execute(async (tx) => {
    await notify(tx, 'Odd "channel"', 'one')
    await notify(database.db, 'other', 'meanwhile')
    await expect.poll(() => other).toEqual(['meanwhile'])
    expect(heard).toEqual([])
  })
  await expect.poll(() => heard).toEqual(['one'])
  expect(other).toEqual(['meanwhile'])
})

test('nothing is heard after the subscription has ended', async () => {
  const gone = vi.fn<(payload: string | null) => void>()
  const off = listener.on('news', gone)
  const heard = await hear('news')
  off()
  await notify(database.db, 'news', 'late')
  await expect.poll(() => heard).toEqual(['late'])
  expect(gone).not.toHaveBeenCalled()
})

test('a broken connection comes back, and says that something may have been missed', async () => {
  const heard = await hear('news')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'capline listener' and datname = current_database()
  `.execute(database.db)
  await memory.waitFor({ msg: 'notifications of the database are not heard; trying again' })
  await listener.ready()
  await notify(database.db, 'news', 'after')
  await expect.poll(() => heard).toEqual([null, 'after'])
})

test('a handler that fails does not keep the others from hearing', async () => {
  listener.on('news', () => {
    throw new Error('planned')
  })
  const heard = await hear('news')
  await notify(database.db, 'news', 'one')
  await expect.poll(() => heard).toEqual(['one'])
})

test('a change with more days than a message can carry is told without them', async () => {
  const heard = await hear('changes')
  await announce(database.db, { topic: 'caps', days: ['2026-03-02'] })
  await announce(database.db, { topic: 'leads', days: Array.from({ length: 700 }, () => '2026-03-02') })
  await expect.poll(() => heard).toHaveLength(2)
  expect(heard.map((payload) => JSON.parse(payload ?? ''))).toEqual([
    { topic: 'caps', days: ['2026-03-02'] },
    { topic: 'leads', days: null },
  ])
})
