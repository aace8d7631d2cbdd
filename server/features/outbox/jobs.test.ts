import { createServer } from 'node:http'
import { once } from 'node:events'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addMilliseconds, formatInstant, HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { ANNA, BORIS, BOT_TOKEN, GROUP, startTestBot, type TestBot } from '#testing/bot.ts'
import { runScript } from '#testing/child.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { enqueue, type OutboxDraft } from './service.ts'

let bot: TestBot

beforeEach(async () => {
  bot = await startTestBot()
})

afterEach(() => bot.close())

const reply = (text: string, chatId: number = ANNA.id): OutboxDraft => ({
  kind: 'bot.reply',
  chatId: String(chatId),
  text,
})

function loginCode(text = 'Your code: <code>QWERTZ</code>'): OutboxDraft {
  return {
    kind: 'login.code',
    chatId: String(ANNA.id),
    text,
    parseMode: 'HTML',
    expiresAt: addMilliseconds(bot.clock.now(), 5 * MINUTE),
  }
}

const settled = (id: string, state: string) => bot.events.waitFor({ event: 'outbox.message', id, state })
const sends = () => bot.telegram.calls({ method: 'sendMessage' })
const textsSent = () => sends().map((call) => call.body['text'])

/**
 * Resolves when the sender has looked at the outbox from beginning to end: what has expired is dropped at the start of
 * each look, so the second is the proof that the look which dropped the first is over.
 */
async function lookedAgain(): Promise<void> {
  const drop = async () => {
    const id = await bot.enqueue({ ...reply('too late'), expiresAt: addMilliseconds(bot.clock.now(), -1) })
    await settled(id, 'failed')
  }
  await drop()
  await drop()
}

describe('sending', () => {
  test('a message goes out with its parse mode and buttons, once, and its row says so', async () => {
    const replyMarkup = { inline_keyboard: [[{ text: 'Save', callback_data: 'save' }]] }
    const id = await bot.enqueue({ ...reply('<b>Hello</b>'), parseMode: 'HTML', replyMarkup })
    bot.startSender()
    await settled(id, 'sent')
    const [message] = bot.telegram.messages(ANNA.id)
    expect(message).toMatchObject({ text: 'Hello', entities: [{ type: 'bold' }], reply_markup: replyMarkup })
    expect(await bot.readMessage(id)).toMatchObject({
      state: 'sent',
      telegram_message_id: message?.message_id,
      attempts: 1,
      claim: null,
      error: null,
    })
  })

  test('a message that is written while the sender waits wakes it', async () => {
    bot.startSender()
    await bot.events.waitFor({ election: 'outbox-sender' })
    for (const text of ['one', 'two', 'three']) await settled(await bot.enqueue(reply(text)), 'sent')
    expect(textsSent()).toEqual(['one', 'two', 'three'])
  })

  test('what is written in a transaction that fails never goes out', async () => {
    await expect(
      bot.database.db.transaction().execute(async (tx) => {
        await enqueue(tx, bot.clock, reply('never happened'))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    bot.startSender()
    await settled(await bot.enqueue(reply('happened')), 'sent')
    expect(textsSent()).toEqual(['happened'])
  })

  test('a second message with the same dedupe key is not written', async () => {
    const write = () =>
      bot.database.db.transaction().execute((tx) => enqueue(tx, bot.clock, { ...reply('summary'), dedupeKey: 'day' }))
    const ids = await Promise.all([write(), write(), write()])
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
  })

  test('a login code overtakes a hundred messages that wait', async () => {
    bot.token = null
    bot.startSender()
    for (let count = 0; count < 100; count += 1) await bot.enqueue(reply(`message ${count}`))
    const id = await bot.enqueue(loginCode())
    bot.token = BOT_TOKEN
    await bot.settingsChanged()
    await settled(id, 'sent')
    expect(textsSent()[0]).toContain('QWERTZ')
    await vi.waitFor(() => expect(textsSent()).toHaveLength(101), 20_000)
    expect(textsSent().slice(1)).toEqual(Array.from({ length: 100 }, (_, count) => `message ${count}`))
  })

  test('a login code that is older than its life is dropped, and forgotten', async () => {
    const id = await bot.enqueue(loginCode())
    bot.clock.advance(5 * MINUTE)
    bot.startSender()
    await settled(id, 'failed')
    expect(await bot.readMessage(id)).toMatchObject({ state: 'failed', error: 'expired', text: '', attempts: 0 })
    expect(sends()).toEqual([])
  })

  test('the text of a login code is in no log, and leaves its row when it is sent', async () => {
    const id = await bot.enqueue(loginCode())
    bot.startSender()
    await settled(id, 'sent')
    expect((await bot.readMessage(id)).text).toBe('')
    expect(bot.events.text()).not.toContain('QWERTZ')
  })
})

describe('what Telegram answers', () => {
  test.each([
    ['a person who blocked the bot', BORIS.id, 'Forbidden: bot was blocked by the user'],
    ['a chat that is not there', 999, 'Bad Request: chat not found'],
  ])('%s: failed with its own text, and not tried again', async (_case, chatId, error) => {
    bot.telegram.setBlocked(BORIS.id, true)
    const id = await bot.enqueue(reply('hello', chatId))
    bot.startSender()
    await settled(id, 'failed')
    expect(await bot.readMessage(id)).toMatchObject({ error, attempts: 1 })
    await bot.pass(HOUR)
    await lookedAgain()
    expect(sends()).toHaveLength(1)
  })

  test('5xx: tried again three times with growing pauses, then failed', async () => {
    bot.telegram.addFault({ kind: 'error', status: 500, description: 'Internal Server Error' })
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    for (const [calls, pause] of [1, 5, 25].entries()) {
      await settled(id, 'queued')
      bot.events.clear()
      await bot.pass(pause * SECOND - 1)
      await lookedAgain()
      expect(sends()).toHaveLength(calls + 1)
      await bot.pass(1)
    }
    await settled(id, 'failed')
    expect(await bot.readMessage(id)).toMatchObject({ error: 'Internal Server Error', attempts: 4 })
    expect(bot.telegram.messages(ANNA.id)).toEqual([])
  })

  test('5xx: others go on meanwhile, and the message goes out when Telegram is well again', async () => {
    bot.telegram.addFault({ kind: 'error', status: 502, chatId: ANNA.id, times: 1 })
    const id = await bot.enqueue(reply('first'))
    bot.startSender()
    await settled(id, 'queued')
    await settled(await bot.enqueue(reply('second', BORIS.id)), 'sent')
    await bot.pass(SECOND)
    await settled(id, 'sent')
    expect(bot.telegram.messages(ANNA.id)).toHaveLength(1)
  })

  test('429: nothing to anybody before retry_after, also from a successor, and the message is kept', async () => {
    bot.telegram.addFault({ kind: 'too-many-requests', retryAfter: 30, times: 1 })
    const id = await bot.enqueue(reply('limited'))
    const first = bot.startSender()
    await settled(id, 'queued')
    const code = await bot.enqueue(loginCode())
    await lookedAgain()
    expect(sends()).toHaveLength(1)

    await first.stop()
    bot.startSender()
    await bot.pass(29_999)
    await lookedAgain()
    expect(sends()).toHaveLength(1)

    await bot.pass(1)
    await settled(id, 'sent')
    await settled(code, 'sent')
    expect(sends()).toHaveLength(3)
    expect(bot.telegram.messages(ANNA.id).map((message) => message.text)).toEqual(['Your code: QWERTZ', 'limited'])
  })

  test('401: the message is kept, the log says why, and a new token goes on without a restart', async () => {
    bot.telegram.setToken('100000:another')
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    await bot.events.waitFor({ event: 'outbox.hold', why: 'unauthorized' })
    await lookedAgain()
    expect(await bot.readMessage(id)).toMatchObject({ state: 'queued', error: 'Unauthorized' })

    bot.token = '100000:another'
    await bot.settingsChanged()
    await settled(id, 'sent')
    expect(bot.events.text()).not.toContain(BOT_TOKEN)
  })

  test('no token: messages wait for one', async () => {
    bot.token = null
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    await lookedAgain()
    expect((await bot.readMessage(id)).state).toBe('queued')
    bot.token = BOT_TOKEN
    await bot.settingsChanged()
    await settled(id, 'sent')
  })
})

describe('what the network does', () => {
  test('a connection that breaks after the request was sent: unknown, and never sent again', async () => {
    bot.telegram.addFault({ kind: 'drop-after', times: 1 })
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    await settled(id, 'unknown')
    await bot.pass(HOUR)
    await lookedAgain()
    expect(bot.telegram.messages(ANNA.id)).toHaveLength(1)
    expect(sends()).toHaveLength(1)
    expect(await bot.readMessage(id)).toMatchObject({ state: 'unknown', telegram_message_id: null })
  })

  test('a login code whose answer was lost is sent again while it lives', async () => {
    bot.telegram.addFault({ kind: 'drop-before', times: 1 })
    const id = await bot.enqueue(loginCode())
    bot.startSender()
    await settled(id, 'queued')
    await bot.pass(SECOND)
    await settled(id, 'sent')
    expect(bot.telegram.messages(ANNA.id)).toHaveLength(1)
  })

  test('Telegram out of reach: kept however long it takes, then sent once', async () => {
    const bringBack = await bot.cutTelegram()
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    for (let tries = 0; tries < 6; tries += 1) {
      await bot.events.waitFor({ event: 'outbox.hold', why: 'unreachable' })
      bot.events.clear()
      await bot.pass(15 * SECOND)
    }
    expect(await bot.readMessage(id)).toMatchObject({ state: 'queued', failures: 0 })
    await bringBack()
    await bot.pass(15 * SECOND)
    await settled(id, 'sent')
    expect(textsSent()).toEqual(['hello'])
  })

  test('a database that goes away while a call runs: what became of it is written when it is back', async () => {
    bot.telegram.addFault({ kind: 'delay', ms: 500, times: 1 })
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    await vi.waitFor(() => expect(sends()).toHaveLength(1), 10_000)
    const bringBack = await cutDatabase()
    await bot.events.waitFor({ id, msg: 'what became of a message cannot be written; trying again' })
    await bringBack()
    await settled(id, 'sent')
    expect(await bot.readMessage(id)).toMatchObject({ state: 'sent' })
    await settled(await bot.enqueue(reply('and on')), 'sent')
    expect(textsSent()).toEqual(['hello', 'and on'])
  })
})

describe('several senders', () => {
  test('one of two is elected, and the other takes over when it stops', async () => {
    const [one, other] = [createMemoryLog(), createMemoryLog()]
    const first = bot.startSender(one)
    await one.waitFor({ election: 'outbox-sender' })
    bot.startSender(other)
    const id = await bot.enqueue(reply('one'))
    await one.waitFor({ id, state: 'sent' })
    expect(other.entries).toEqual([])

    await first.stop()
    await other.waitFor({ election: 'outbox-sender' })
    const next = await bot.enqueue(reply('two'))
    await other.waitFor({ id: next, state: 'sent' })
    expect(textsSent()).toEqual(['one', 'two'])
  })

  test('killed in the middle of a call: the message is unknown and never sent again', async () => {
    const id = await bot.enqueue(reply('hello'))
    await killWhileSending(id)
    bot.startSender()
    await settled(id, 'unknown')
    await bot.pass(HOUR)
    await settled(await bot.enqueue(reply('others go on', GROUP.id)), 'sent')
    expect(textsSent()).toEqual(['others go on'])
    expect(await bot.readMessage(id)).toMatchObject({ state: 'unknown', attempts: 1 })
  })

  test('killed in the middle of a call: a login code is sent again while it lives', async () => {
    const id = await bot.enqueue(loginCode())
    await killWhileSending(id)
    bot.startSender()
    await settled(id, 'queued')
    await bot.pass(SECOND)
    await settled(id, 'sent')
    expect(textsSent()).toHaveLength(1)
    expect(await bot.readMessage(id)).toMatchObject({ attempts: 2, failures: 1 })
  })

  test('a sender that was taken for dead cannot settle any more', async () => {
    bot.telegram.addFault({ kind: 'delay', ms: 500, times: 1 })
    const id = await bot.enqueue(reply('hello'))
    bot.startSender()
    await vi.waitFor(() => expect(sends()).toHaveLength(1), 10_000)
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
    const id = await bot.enqueue(reply('hello'))
    const sender = bot.startSender()
    await vi.waitFor(() => expect(sends()).toHaveLength(1), 10_000)
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
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000, interval: 20 })
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
    telegram: createClientSource({ apiRoot, readToken: async () => '${BOT_TOKEN}' }),
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
