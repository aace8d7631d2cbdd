import { once } from 'node:events'
import { createServer } from 'node:http'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatInstant, HOUR, SECOND } from '#domain/kernel/instant.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { ANNA, BORIS, BOT_TOKEN, buildLoginCode, buildReply, GROUP, startTestBot, type TestBot } from '#testing/bot.ts'
import { runScript } from '#testing/child.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { PATIENCE } from '#testing/patience.ts'

let bot: TestBot

beforeEach(async () => {
  bot = await startTestBot()
})

afterEach(() => bot.close())

const sends = () => bot.telegram.calls({ method: 'sendMessage' })

describe('what the network does', () => {
  test('a rest that Telegram asks for while the next message is fetched holds that one, too', async () => {
    const lock = new pg.Client({ connectionString: bot.database.url })
    await lock.connect()
    try {
      await lock.query('select pg_advisory_lock(4711)')
      await lock.query(`
        create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(4711); return new; end';
        create trigger wait_for_test before update on outbox for each row
        when (new.text = 'two' and new.state = 'sending') execute function wait_for_test();`)
      // Only after some calls went well does the next leave while one runs.
      bot.letTimeFly()
      const before = await Promise.all(Array.from({ length: 30 }, () => bot.enqueue(buildReply('before'))))
      bot.startSender()
      await Promise.all(before.map((id) => bot.settled(id, 'sent')))
      bot.clock.leap(() => true)
      bot.clock.advance(SECOND)
      bot.telegram.addFault({ kind: 'delay', ms: 1_000, method: 'sendMessage', times: 1 })
      bot.telegram.addFault({ kind: 'too-many-requests', retryAfter: 60, method: 'sendMessage', times: 1 })
      await bot.enqueue(buildReply('one'))
      await expect.poll(() => sends(), { interval: 5 }).toHaveLength(31)
      const two = await bot.enqueue(buildReply('two', BORIS.id))
      await bot.pass(SECOND)
      await vi.waitFor(async () => {
        const { rowCount } = await lock.query(
          `select from pg_locks where locktype = 'advisory' and not granted and objid = 4711`,
        )
        expect(rowCount).toBe(1)
      }, PATIENCE)
      await bot.events.waitFor({ event: 'outbox.hold', why: 'limited' })
      await lock.query('select pg_advisory_unlock(4711)')
      await bot.lookedAgain()
      expect(sends()).toHaveLength(31)
      expect(await bot.readMessage(two)).toMatchObject({ state: 'queued', attempts: 0, claim: null })
      await bot.pass(60 * SECOND)
      await bot.settled(two, 'sent')
      expect(await bot.readMessage(two)).toMatchObject({ attempts: 1 })
    } finally {
      await lock.end()
    }
  })

  test('a connection that breaks after the request was sent: unknown, and never sent again', async () => {
    bot.telegram.addFault({ kind: 'drop-after', times: 1 })
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    await bot.settled(id, 'unknown')
    await bot.pass(HOUR)
    await bot.lookedAgain()
    expect(bot.telegram.messages(ANNA.id)).toHaveLength(1)
    expect(sends()).toHaveLength(1)
    expect(await bot.readMessage(id)).toMatchObject({ state: 'unknown', telegram_message_id: null })
  })

  test('a login code whose answer was lost is sent again while it lives', async () => {
    bot.telegram.addFault({ kind: 'drop-before', times: 1 })
    const id = await bot.enqueue(buildLoginCode(bot.clock))
    bot.startSender()
    await bot.settled(id, 'queued')
    await bot.pass(SECOND)
    await bot.settled(id, 'sent')
    expect(bot.telegram.messages(ANNA.id)).toHaveLength(1)
  })

  test('Telegram out of reach: kept however long it takes, then sent once', async () => {
    const bringBack = await bot.cutTelegram()
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    for (let tries = 0; tries < 6; tries += 1) {
      await bot.events.waitFor({ event: 'outbox.hold', why: 'unreachable' })
      bot.events.clear()
      await bot.pass(15 * SECOND)
    }
    await bot.events.waitFor({ event: 'outbox.hold', why: 'unreachable' })
    await expect.poll(() => bot.readMessage(id)).toMatchObject({ state: 'queued', failures: 0 })
    await bringBack()
    await bot.pass(15 * SECOND)
    await bot.settled(id, 'sent')
    expect(bot.textsSent()).toEqual(['hello'])
  })

  test('a database that goes away while a call runs: what became of it is written when it is back', async () => {
    bot.telegram.addFault({ kind: 'delay', ms: 500, times: 1 })
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    await expect.poll(() => sends()).toHaveLength(1)
    const bringBack = await cutDatabase()
    await bot.events.waitFor({ id, msg: 'the result of a message cannot be stored; trying again' })
    await bringBack()
    await bot.settled(id, 'sent')
    expect(await bot.readMessage(id)).toMatchObject({ state: 'sent' })
    await bot.pass(SECOND)
    await bot.settled(await bot.enqueue(buildReply('and on')), 'sent')
    expect(bot.textsSent()).toEqual(['hello', 'and on'])
  })
})

describe('several senders', () => {
  test('one of two is elected, and the other takes over when it stops', async () => {
    const [one, other] = [createMemoryLog(), createMemoryLog()]
    const first = bot.startSender(one)
    await one.waitFor({ election: 'outbox-sender' })
    bot.startSender(other)
    const id = await bot.enqueue(buildReply('one'))
    await one.waitFor({ id, state: 'sent' })
    expect(other.entries).toEqual([])

    await first.stop()
    await other.waitFor({ election: 'outbox-sender' })
    bot.clock.advance(SECOND)
    const next = await bot.enqueue(buildReply('two'))
    await other.waitFor({ id: next, state: 'sent' })
    expect(bot.textsSent()).toEqual(['one', 'two'])
  })

  test('killed in the middle of a call: the message is unknown and never sent again', async () => {
    const id = await bot.enqueue(buildReply('hello'))
    await killWhileSending(id)
    bot.startSender()
    await bot.settled(id, 'unknown')
    await bot.pass(HOUR)
    await bot.settled(await bot.enqueue(buildReply('others go on', GROUP.id)), 'sent')
    expect(bot.textsSent()).toEqual(['others go on'])
    expect(await bot.readMessage(id)).toMatchObject({ state: 'unknown', attempts: 1 })
  })

  test('killed in the middle of a call: a login code is sent again while it lives', async () => {
    const id = await bot.enqueue(buildLoginCode(bot.clock))
    await killWhileSending(id)
    bot.startSender()
    await bot.settled(id, 'queued')
    await bot.pass(SECOND)
    await bot.settled(id, 'sent')
    expect(bot.textsSent()).toHaveLength(1)
    expect(await bot.readMessage(id)).toMatchObject({ attempts: 2, failures: 1 })
  })

  test('a sender that was taken for dead cannot settle any more', async () => {
    bot.telegram.addFault({ kind: 'delay', ms: 500, times: 1 })
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    await expect.poll(() => sends()).toHaveLength(1)
    await bot.database.db
      .updateTable('outbox')
      .set({ state: 'unknown', claim: null, settled_at: formatInstant(bot.clock.now()) })
      .where('id', '=', id)
      .execute()
    await bot.events.waitFor({ id, settled: false })
    expect(await bot.readMessage(id)).toMatchObject({ state: 'unknown', telegram_message_id: null })
  })

  test('told to stop during a call: the call ends, and what became of it is written', async () => {
    bot.telegram.addFault({ kind: 'delay', ms: 300, times: 1 })
    const id = await bot.enqueue(buildReply('hello'))
    const sender = bot.startSender()
    await expect.poll(() => sends()).toHaveLength(1)
    await sender.stop()
    expect(await bot.readMessage(id)).toMatchObject({ state: 'sent' })
  })
})

/** Runs a sender in a process of its own, and kills it while Telegram has the call and has not answered. */
async function killWhileSending(id: string): Promise<void> {
  // Has every call, answers none.
  const abyss = createServer((request) => void received.push(request.url ?? ''))
  const received: string[] = []
  await once(abyss.listen(0, '127.0.0.1'), 'listening')
  const address = abyss.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const child = runScript(SENDER, {
    args: [bot.database.url, `http://127.0.0.1:${port}`, formatInstant(bot.clock.now())],
  })
  await expect.poll(() => received, { interval: 20 }).toHaveLength(1)
  expect((await bot.readMessage(id)).state).toBe('sending')
  await child.end('SIGKILL')
  abyss.closeAllConnections()
  abyss.close()
}

const SENDER = `
  import { parseInstant } from '#domain/kernel/instant.ts'
  import { connect } from '#platform/db/database.ts'
  import { createListener } from '#platform/db/listen.ts'
  import { createLog } from '#platform/log.ts'
  import { createSecrets } from '#platform/secrets.ts'
  import { createClientSource } from '#platform/telegram/client.ts'
  import { startSender } from '#server/features/outbox/jobs.ts'
  const [url, apiRoot, now] = process.argv.slice(-3)
  const log = createLog('silent', { pretty: false })
  startSender({
    db: connect(url, { onError() {} }).db,
    directUrl: url,
    listener: createListener(url, log),
    clock: { now: () => parseInstant(now) },
    log,
    secrets: createSecrets('${APP_SECRET}'),
    telegram: createClientSource({ apiRoot, readToken: async () => '${BOT_TOKEN}' }),
    async moveChat() {},
  })
`

/** Nobody gets at the database; the answer lets them in again. */
async function cutDatabase(): Promise<() => Promise<void>> {
  const url = new URL(bot.database.url)
  const name = pg.escapeIdentifier(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(bot.database.url).pathname.slice(1),
  ])
  return async () => {
    await client.query(`alter database ${name} allow_connections true`)
    await client.end()
  }
}
