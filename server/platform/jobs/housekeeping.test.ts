import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, formatInstant, addMilliseconds } from '#domain/kernel/instant.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { keepHouse } from './housekeeping.ts'

const clock = createTestClock('2026-11-21T10:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const ago = (days: number) => formatInstant(addMilliseconds(clock.now(), -days * DAY))
const run = () => keepHouse({ db: database.db, clock, log: createMemoryLog().log }, new AbortController().signal)
const count = async (table: string) =>
  Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count)

test('what is older than 90 days goes, many rows in small parts, and nothing younger', async () => {
  const { pool } = database
  const logs = `insert into debug_logs (at, level, area, message, metadata) select $1, 'info', 'bot', 'm', '{}' from generate_series(1, $2)`
  await pool.query(logs, [ago(91), 2_500])
  await pool.query(logs, [ago(89), 10])
  const outbox = `insert into outbox (id, kind, priority, chat_id, text, created_at, state, settled_at) values ($1, 'bot.reply', 1, '1', '', $2, $3, $4)`
  await pool.query(outbox, ['old', ago(91), 'sent', ago(91)])
  await pool.query(outbox, ['old, and waiting', ago(91), 'queued', null])
  await pool.query(outbox, ['new', ago(1), 'sent', ago(1)])
  await pool.query(`insert into bot_updates values ('1', 1, $1), ('1', 2, $2)`, [ago(91), ago(1)])
  await pool.query(
    `insert into sync_runs (id, started_at, requested_by) values ('old', $1, 'test'), ('new', $2, 'test')`,
    [ago(91), ago(1)],
  )
  await pool.query(`insert into muted_caps values ('c', '2026-11-21', '@anna', $1), ('d', '2026-11-21', '@anna', $2)`, [
    ago(91),
    ago(1),
  ])
  await pool.query(
    `insert into webhooks (id, url, events, sealed_key, created_at) values ('w', 'https://example.org', '{}', '', $1)`,
    [ago(91)],
  )
  const message = `insert into webhook_messages (id, webhook_id, type, body, due_at, created_at, state, settled_at)
    values ($1, 'w', 'webhook.test', '{}', $2, $2, $3, $4)`
  await pool.query(message, ['old', ago(15), 'delivered', ago(15)])
  await pool.query(message, ['old, and waiting', ago(15), 'queued', null])
  await pool.query(message, ['new', ago(13), 'failed', ago(13)])
  await run()
  expect(await count('webhook_messages')).toBe(2)
  expect(await count('debug_logs')).toBe(10)
  expect((await pool.query('select id from outbox order by id')).rows).toEqual([
    { id: 'new' },
    { id: 'old, and waiting' },
  ])
  expect(await count('bot_updates')).toBe(1)
  expect(await count('sync_runs')).toBe(1)
  expect(await count('muted_caps')).toBe(1)
})

test('sessions go when they have ended, codes and first answers after a day', async () => {
  const { pool, db } = database
  const member = await insertMember(db, { role: 'viewer' })
  for (let index = 0; index < 3; index += 1) await insertSession(db, member, clock)
  const { rows } = await pool.query<{ id: string }>('select id from sessions order by id')
  await pool.query('update sessions set created_at = $1 where id = $2', [ago(31), rows[0]?.id])
  await pool.query('update sessions set last_seen_at = $1 where id = $2', [ago(8), rows[1]?.id])
  const code = `insert into login_codes (id, member_id, code_hmac, created_at, expires_at) values ($1, $2, '', $3, $3)`
  await pool.query(code, ['old', member._id, ago(2)])
  await pool.query(code, ['new', member._id, ago(0)])
  await pool.query(`insert into code_requests values ('old', 'x', 'x', $1), ('new', 'x', 'x', $2)`, [ago(2), ago(0)])
  const key = `insert into idempotency_keys (owner, key, request_hash, created_at) values ('x', $1, '', $2)`
  await pool.query(key, ['old', ago(2)])
  await pool.query(key, ['new', ago(0)])
  await run()
  expect((await pool.query('select id from sessions')).rows).toEqual([{ id: rows[2]?.id }])
  expect((await pool.query('select id from login_codes')).rows).toEqual([{ id: 'new' }])
  expect((await pool.query('select id from code_requests')).rows).toEqual([{ id: 'new' }])
  expect((await pool.query('select key from idempotency_keys')).rows).toEqual([{ key: 'new' }])
})
