import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { ANNA, BORIS, BOT_TOKEN, buildLoginCode, buildReply, startTestBot, type TestBot } from '#testing/bot.ts'
import { listCalls } from './pace-store.ts'
import { enqueue } from './service.ts'
import { sendTrial } from './trial-service.ts'

let bot: TestBot

beforeEach(async () => {
  bot = await startTestBot()
})

afterEach(() => bot.close())

const sends = () => bot.telegram.calls({ method: 'sendMessage' })

describe('sending', () => {
  test('a test message that Telegram had no time for is given up; the rest that it asked for is kept', async () => {
    bot.telegram.addFault({ kind: 'too-many-requests', retryAfter: 60, method: 'sendMessage', times: 1 })
    const sender = bot.startSender()
    const trial = await sendTrial({ db: bot.database.db, clock: bot.clock }, { chatId: String(ANNA.id), text: 'test' })
    expect(trial).toMatchObject({ state: 'failed', error: expect.stringContaining('retry after 60') })
    await sender.stop()
    bot.events.clear()
    bot.startSender()
    const id = await bot.enqueue(buildReply('later', BORIS.id))
    await bot.lookedAgain()
    expect(bot.textsSent()).toEqual(['test'])
    await bot.pass(MINUTE)
    await bot.settled(id, 'sent')
    expect(bot.textsSent()).toEqual(['test', 'later'])
  })

  test('a message goes out with its parse mode and buttons, once, and its row says so', async () => {
    const replyMarkup = { inline_keyboard: [[{ text: 'Save', callback_data: 'save' }]] }
    const id = await bot.enqueue({ ...buildReply('<b>Hello</b>'), parseMode: 'HTML', replyMarkup })
    bot.startSender()
    await bot.settled(id, 'sent')
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
    for (const text of ['one', 'two', 'three']) {
      await bot.settled(await bot.enqueue(buildReply(text)), 'sent')
      bot.clock.advance(SECOND)
    }
    expect(bot.textsSent()).toEqual(['one', 'two', 'three'])
  })

  test('what is written in a transaction that fails never goes out', async () => {
    await expect(
      bot.database.db.transaction().execute(async (tx) => {
        await enqueue(tx, bot.clock, buildReply('never happened'))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    bot.startSender()
    await bot.settled(await bot.enqueue(buildReply('happened')), 'sent')
    expect(bot.textsSent()).toEqual(['happened'])
  })

  test('a second message with the same dedupe key is not written', async () => {
    const write = () =>
      bot.database.db
        .transaction()
        .execute((tx) => enqueue(tx, bot.clock, { ...buildReply('summary'), dedupeKey: 'day' }))
    const ids = await Promise.all([write(), write(), write()])
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
  })

  test('a login code overtakes a hundred messages that wait', async () => {
    bot.token = null
    bot.startSender()
    for (let count = 0; count < 100; count += 1) await bot.enqueue(buildReply(`message ${count}`))
    const id = await bot.enqueue(buildLoginCode(bot.clock))
    bot.token = BOT_TOKEN
    bot.letTimeFly()
    await bot.settingsChanged()
    await bot.settled(id, 'sent')
    expect(bot.textsSent()[0]).toContain('QWERTZ')
    await expect.poll(() => bot.textsSent()).toHaveLength(101)
    expect(bot.textsSent().slice(1)).toEqual(Array.from({ length: 100 }, (_, count) => `message ${count}`))
  })

  test('a login code that is older than its life is dropped, and forgotten', async () => {
    const id = await bot.enqueue(buildLoginCode(bot.clock))
    bot.clock.advance(5 * MINUTE)
    bot.startSender()
    await bot.settled(id, 'failed')
    expect(await bot.readMessage(id)).toMatchObject({ state: 'failed', error: 'expired', text: '', attempts: 0 })
    expect(sends()).toEqual([])
  })

  test('the text of a login code is in no log, waits sealed, and leaves its row when it is sent', async () => {
    const id = await bot.enqueue(buildLoginCode(bot.clock))
    const waiting = await bot.readMessage(id)
    expect(waiting).toMatchObject({ text: '', sealed: expect.any(Buffer) })
    expect(waiting.sealed?.toString('latin1')).not.toContain('QWERTZ')
    bot.startSender()
    await bot.settled(id, 'sent')
    expect(await bot.readMessage(id)).toMatchObject({ text: '', sealed: null })
    expect(bot.textsSent()[0]).toContain('QWERTZ')
    expect(bot.events.text()).not.toContain('QWERTZ')
  })
})

/** Lets time pass until each of some messages was tried so often, and once more. */
async function passTries(ids: readonly string[], tries: number): Promise<void> {
  const rows = () => Promise.all(ids.map((id) => bot.readMessage(id)))
  for (let round = 1; round <= tries + 1; round += 1) {
    await expect
      .poll(async () => (await rows()).every(({ attempts, state }) => attempts >= round && state !== 'sending'))
      .toBe(true)
    if (round <= tries) await bot.pass(13 * MINUTE)
  }
}

describe('what Telegram answers', () => {
  test.each([
    ['a person who blocked the bot', BORIS.id, 'Forbidden: bot was blocked by the user'],
    ['a chat that is not there', 999, 'Bad Request: chat not found'],
  ])('%s: failed with its own text, and not tried again', async (_case, chatId, error) => {
    bot.telegram.setBlocked(BORIS.id, true)
    const id = await bot.enqueue(buildReply('hello', chatId))
    bot.startSender()
    await bot.settled(id, 'failed')
    expect(await bot.readMessage(id)).toMatchObject({ error, attempts: 1 })
    await bot.pass(HOUR)
    await bot.lookedAgain()
    expect(sends()).toHaveLength(1)
  })

  test('5xx over one message: tried again for half an hour with growing pauses, then failed', async () => {
    bot.telegram.addFault({ kind: 'error', status: 500, description: 'Internal Server Error', chatId: ANNA.id })
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    const tries = () => sends().length - bot.telegram.messages(BORIS.id).length
    for (const [calls, pause] of [1, 5, 25, 60, 120, 300, 600, 720].entries()) {
      await bot.settled(id, 'queued')
      await bot.settled(await bot.enqueue(buildReply('another', BORIS.id)), 'sent')
      bot.events.clear()
      await bot.pass(pause * SECOND - 1)
      await bot.lookedAgain()
      expect(tries()).toBe(calls + 1)
      await bot.pass(1)
    }
    await bot.settled(id, 'failed')
    expect(await bot.readMessage(id)).toMatchObject({ error: 'Internal Server Error', attempts: 9 })
    expect(bot.telegram.messages(ANNA.id)).toEqual([])
  })

  test('5xx: others go on meanwhile, and the message goes out when Telegram is well again', async () => {
    bot.telegram.addFault({ kind: 'error', status: 502, chatId: ANNA.id, times: 1 })
    const id = await bot.enqueue(buildReply('first'))
    bot.startSender()
    await bot.settled(id, 'queued')
    await bot.settled(await bot.enqueue(buildReply('second', BORIS.id)), 'sent')
    await bot.pass(SECOND)
    await bot.settled(id, 'sent')
    expect(bot.telegram.messages(ANNA.id)).toHaveLength(1)
  })

  test('5xx for everybody: nothing is given up, however long it takes', async () => {
    const ids = await Promise.all([ANNA, BORIS].map(({ id }) => bot.enqueue(buildReply('to you', id))))
    bot.telegram.addFault({ kind: 'error', status: 502, times: 30 })
    bot.startSender()
    await passTries(ids, 15)
    for (const id of ids) await bot.settled(id, 'sent')
    expect(sends()).toHaveLength(32)
  })

  test('5xx over two messages for good: all others go out, and they are given up', async () => {
    for (const chatId of [ANNA.id, 999]) bot.telegram.addFault({ kind: 'error', status: 502, chatId })
    const stuck = await Promise.all([ANNA.id, 999].map((chatId) => bot.enqueue(buildReply('to you', chatId))))
    bot.startSender()
    await passTries(stuck, 8)
    await bot.pass(11 * MINUTE)
    await bot.settled(await bot.enqueue(buildReply('another', BORIS.id)), 'sent')
    await bot.pass(2 * MINUTE)
    for (const id of stuck) await bot.settled(id, 'failed')
    expect(bot.telegram.messages(BORIS.id)).toHaveLength(1)
  })

  test('an alert waits for an earlier one of its chat that is tried again; an answer to somebody does not', async () => {
    bot.telegram.addFault({ kind: 'error', status: 502, chatId: ANNA.id, times: 2 })
    const alert = (text: string) => bot.enqueue({ ...buildReply(text), kind: 'feed.alert' })
    const first = await alert('fails')
    bot.startSender()
    await passTries([first], 1)
    const second = await alert('works again')
    const answer = await bot.enqueue(buildReply('an answer'))
    await bot.pass(SECOND)
    await bot.settled(answer, 'sent')
    for (const id of [first, second]) {
      await bot.pass(5 * SECOND)
      await bot.settled(id, 'sent')
    }
    expect(bot.telegram.messages(ANNA.id).map(({ text }) => text)).toEqual(['an answer', 'fails', 'works again'])
  })

  test('429: nothing to anybody before retry_after, also from a successor, and the message is kept', async () => {
    bot.telegram.addFault({ kind: 'too-many-requests', retryAfter: 30, times: 1 })
    const id = await bot.enqueue(buildReply('limited'))
    const first = bot.startSender()
    await bot.settled(id, 'queued')
    const code = await bot.enqueue(buildLoginCode(bot.clock))
    await bot.lookedAgain()
    expect(sends()).toHaveLength(1)

    await first.stop()
    bot.startSender()
    await bot.pass(29_999)
    await bot.lookedAgain()
    expect(sends()).toHaveLength(1)

    await bot.pass(1)
    await bot.settled(code, 'sent')
    await bot.pass(SECOND)
    await bot.settled(id, 'sent')
    expect(sends()).toHaveLength(3)
    expect(bot.telegram.messages(ANNA.id).map((message) => message.text)).toEqual(['Your code: QWERTZ', 'limited'])
  })

  test('after the clock was set back a successor heeds neither the calls nor the rest of the time before', async () => {
    bot.clock.advance(2 * HOUR)
    const first = bot.startSender()
    await bot.settled(await bot.enqueue(buildReply('ahead')), 'sent')
    bot.telegram.addFault({ kind: 'too-many-requests', retryAfter: 30, times: 1 })
    await bot.settled(await bot.enqueue(buildReply('limited', BORIS.id)), 'queued')
    await first.stop()

    bot.clock.advance(-2 * HOUR)
    const now = bot.clock.now()
    expect(await listCalls(bot.database.db, { since: addMilliseconds(now, -MINUTE), now })).toEqual([])
    const id = await bot.enqueue(buildReply('after'))
    bot.startSender()
    await bot.settled(id, 'sent')
    expect(bot.textsSent()).toEqual(['ahead', 'limited', 'after'])
  })

  test('401: the message is kept, the log says why, and a new token goes on without a restart', async () => {
    bot.telegram.setToken('100000:another')
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    await bot.events.waitFor({ event: 'outbox.hold', why: 'unauthorized' })
    await bot.lookedAgain()
    expect(await bot.readMessage(id)).toMatchObject({ state: 'queued', error: 'Unauthorized' })

    bot.token = '100000:another'
    bot.clock.advance(SECOND)
    await bot.settingsChanged()
    await bot.settled(id, 'sent')
    expect(bot.events.text()).not.toContain(BOT_TOKEN)
  })

  test('no token: messages wait for one', async () => {
    bot.token = null
    const id = await bot.enqueue(buildReply('hello'))
    bot.startSender()
    await bot.lookedAgain()
    expect((await bot.readMessage(id)).state).toBe('queued')
    bot.token = BOT_TOKEN
    await bot.settingsChanged()
    await bot.settled(id, 'sent')
  })
})
