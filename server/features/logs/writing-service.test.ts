import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { addSink, createLog, inArea, withRequestId, type Log } from '#platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { measureAgainstPlain } from '#testing/plain-work.ts'
import { openLogBook, type LogBook } from './writing-service.ts'

let database: TestDatabase
let log: Log
let book: LogBook

beforeEach(async () => {
  database = await createTestDatabase()
  log = createLog('silent', { pretty: false })
  book = openLogBook({ db: database.db, clock: systemClock, log })
  addSink(log, book)
})
afterEach(async () => {
  await book.stop()
  await database.close()
})

const readEntries = () =>
  database.db
    .selectFrom('debug_logs')
    .select(['level', 'area', 'message', 'metadata', 'request_id as requestId'])
    .orderBy('id')
    .execute()

const countEntries = async () => (await readEntries()).length

test('what an area says is kept with its level, fields and request', async () => {
  const { log: bot } = inArea({ log }, 'bot')
  withRequestId('request-1', () => bot.info({ chatId: '-100', took: 3 }, 'message sent'))
  bot.error({ err: new Error('broke') }, 'failed')
  await book.stop()
  const [sent, failed] = await readEntries()
  expect(sent).toEqual({
    level: 'info',
    area: 'bot',
    message: 'message sent',
    metadata: '{"chatId":"-100","took":3}',
    requestId: 'request-1',
  })
  expect(failed).toMatchObject({ level: 'error', area: 'bot', requestId: null })
  expect(failed?.metadata).toContain('"message":"broke"')
})

test('a long message is cut and kept, wherever the cut falls', async () => {
  const { log: bot } = inArea({ log }, 'bot')
  for (const before of [1_998, 1_999, 2_000]) bot.warn(`${'x'.repeat(before)}😀 and more`)
  await book.stop()
  expect((await readEntries()).map(({ message }) => message.slice(0, 1_998))).toEqual(Array(3).fill('x'.repeat(1_998)))
})

test('of what belongs to no area only what worries is kept, as of the system', async () => {
  log.info('a request')
  log.warn('a connection broke')
  log.fatal('the end')
  await book.stop()
  expect(await readEntries()).toMatchObject([
    { level: 'warn', area: 'system', message: 'a connection broke' },
    { level: 'error', area: 'system', message: 'the end' },
  ])
})

test('entries are written by themselves a moment later, and open screens are told', async () => {
  const told = vi.fn()
  const client = await database.pool.connect()
  client.on('notification', ({ payload }) => told(payload))
  await client.query('listen changes')
  inArea({ log }, 'sync').log.info('synced')
  await expect.poll(() => countEntries()).toBe(1)
  await expect.poll(() => told).toHaveBeenCalledWith('{"topic":"logs","days":null}')
  client.release(true)
})

test('texts that a table cannot take are kept all the same', async () => {
  const { log: bot } = inArea({ log }, 'bot')
  bot.warn({ typed: 'a\0b \ud800' }, 'half \ud800 and nothing \0')
  bot.info({ long: 'x'.repeat(100_000) }, 'long')
  await book.stop()
  const [odd, long] = await readEntries()
  expect(odd?.message).toBe('half \ufffd and nothing \ufffd')
  expect(JSON.parse(odd?.metadata ?? '')).toEqual({ typed: expect.stringContaining('a\0b') })
  expect(long?.metadata.length).toBeLessThan(40_000)
})

test('while the table is away entries wait, the oldest of level info are let go and counted, and all goes on', async () => {
  await database.pool.query('alter table debug_logs rename to elsewhere')
  const { log: bot } = inArea({ log }, 'bot')
  const said: string[] = []
  addSink(log, { write: (line) => void said.push(line) })
  bot.warn('the first warning')
  await expect.poll(() => said.some((line) => line.includes('cannot be written'))).toBe(true)
  for (let count = 0; count < 12_000; count += 1) bot.info({ count }, 'update')
  await database.pool.query('alter table elsewhere rename to debug_logs')
  const last = async () => (await readEntries()).at(-1)?.metadata
  await expect.poll(() => last()).toBe('{"count":11999}')
  const entries = await readEntries()
  expect(entries.filter(({ message }) => message === 'the first warning')).toHaveLength(1)
  const kept = entries.filter(({ message }) => message === 'update').length
  const dropped = entries.find(({ message }) => message.includes('were dropped'))
  expect(dropped?.message).toBe(`${12_000 - kept} log entries were dropped: too many waited to be written`)
  expect(entries.filter(({ message }) => message === 'debug logs cannot be written; they wait')).toHaveLength(1)
})

test('10,000 entries at once are written, in order, and logging them takes no time', async () => {
  const { log: bot } = inArea({ log }, 'bot')
  const times = measureAgainstPlain(1, () => {
    for (let count = 0; count < 10_000; count += 1) bot.info({ event: 'outbox.message', count }, 'message sent')
  })
  expect(times).toBeLessThan(20)
  await expect.poll(() => countEntries()).toBe(10_000)
  expect((await readEntries()).at(-1)?.metadata).toContain('9999')
})
