import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PATIENCE } from '#testing/patience.ts'
import type { TelegramStandIn } from './server.ts'
import { ADA, GROUP, TOKEN, callBot, refusal, startPlanted } from './test-bot.ts'

let telegram: TelegramStandIn

beforeEach(async () => {
  telegram = await startPlanted(() => Date.now())
})

afterEach(() => telegram.close())

const call = (method: string, body: object = {}, token = TOKEN) => callBot(telegram, method, body, token)

describe('getUpdates', () => {
  const texts = z.array(z.object({ update_id: z.int32(), message: z.object({ text: z.string() }) }))
  const poll = async (body: object = {}) => texts.parse((await call('getUpdates', body)).result)

  it('gives messages with commands marked, until they are acknowledged by offset', async () => {
    telegram.say(ADA, ADA, '/today')
    telegram.say(GROUP, ADA, '/cap DE 20')
    const [first, second] = await poll()
    expect([first?.message.text, second?.message.text]).toEqual(['/today', '/cap DE 20'])
    expect(first?.update_id).toBe((second?.update_id ?? 0) - 1)
    expect((await call('getUpdates', { limit: 1 })).result).toMatchObject([
      { message: { entities: [{ type: 'bot_command', offset: 0, length: 6 }], chat: { id: ADA }, from: { id: ADA } } },
    ])
    expect(await poll({ offset: second?.update_id })).toHaveLength(1)
    expect(await poll({ offset: (second?.update_id ?? 0) + 1 })).toHaveLength(0)
    expect(await poll()).toHaveLength(0)
  })

  it('keeps only the newest for a negative offset', async () => {
    telegram.say(ADA, ADA, 'one')
    telegram.say(ADA, ADA, 'two')
    expect(await poll({ offset: -1 })).toMatchObject([{ message: { text: 'two' } }])
    expect(await poll()).toHaveLength(1)
  })

  it('waits for an update', async () => {
    const polling = poll({ timeout: 20 })
    await telegram.waitForCall('getUpdates', PATIENCE)
    telegram.say(ADA, ADA, 'at last')
    expect(await polling).toMatchObject([{ message: { text: 'at last' } }])
  })

  it('comes back empty after its timeout', async () => {
    expect(await poll({ timeout: 1 })).toEqual([])
  })

  it('gives the first of two pollers a 409', async () => {
    const first = call('getUpdates', { timeout: 20 })
    await telegram.waitForCall('getUpdates', PATIENCE)
    const second = call('getUpdates', { timeout: 20 })
    expect(await first).toMatchObject(
      refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'),
    )
    telegram.say(ADA, ADA, 'for the second')
    expect(await second).toMatchObject({ ok: true, result: [{ message: { text: 'for the second' } }] })
  })

  it('forgets a poller that hung up', async () => {
    const hangUp = new AbortController()
    const address = `${telegram.root}/bot${TOKEN}/getUpdates?timeout=20`
    const gone = fetch(address, { signal: hangUp.signal })
    await telegram.waitForCall('getUpdates', PATIENCE)
    hangUp.abort()
    await expect(gone).rejects.toThrow('aborted')
    telegram.say(ADA, ADA, 'still here')
    expect(await poll()).toHaveLength(1)
  })

  it('remembers which kinds of updates are wanted', async () => {
    await call('getUpdates', { allowed_updates: ['callback_query', 'my_chat_member'] })
    telegram.say(ADA, ADA, 'unheard')
    telegram.setBlocked(ADA, true)
    expect((await call('getUpdates')).result).toMatchObject([
      {
        my_chat_member: {
          chat: { id: ADA },
          from: { id: ADA },
          old_chat_member: { status: 'member' },
          new_chat_member: { status: 'kicked', user: { id: 700_100 } },
        },
      },
    ])
  })

  it('tells of groups that the bot is added to', async () => {
    telegram.addGroup({ title: 'Solar DE', members: [ADA] })
    expect((await call('getUpdates')).result).toMatchObject([
      { my_chat_member: { chat: { title: 'Solar DE', type: 'supergroup' }, new_chat_member: { status: 'member' } } },
    ])
  })

  it('drops what waits when the webhook is deleted so', async () => {
    telegram.say(ADA, ADA, 'old')
    expect((await call('getWebhookInfo')).result).toMatchObject({ url: '', pending_update_count: 1 })
    await call('deleteWebhook', { drop_pending_updates: true })
    expect(await poll()).toEqual([])
  })
})

const set = (command: string, description: string) => call('setMyCommands', { commands: [{ command, description }] })

describe('commands', () => {
  const commands = [{ command: 'today', description: "Today's caps" }]

  it('are kept by scope and language', async () => {
    expect(await call('setMyCommands', { commands })).toMatchObject({ ok: true, result: true })
    expect((await call('getMyCommands')).result).toEqual(commands)
    expect((await call('getMyCommands', { language_code: 'de' })).result).toEqual([])
    expect(telegram.commands()).toEqual(commands)
    await call('deleteMyCommands')
    expect((await call('getMyCommands')).result).toEqual([])
  })

  it('are checked', async () => {
    expect(await set('Today', 'x')).toMatchObject(refusal(400, 'Bad Request: BOT_COMMAND_INVALID'))
    expect(await set('today', ' ')).toMatchObject(refusal(400, 'Bad Request: command description must be non-empty'))
  })
})

const send = (more: object) => call('sendMessage', { chat_id: ADA, text: 'hello', ...more })

describe('waitForMessage', () => {
  it('finds a message that came, one that comes, and one that is edited into shape', async () => {
    const first = await send({ text: 'code ABC' })
    expect(await telegram.waitForMessage(ADA, ({ text }) => text.includes('code'), 10)).toEqual(first.result)
    const after = telegram.messages(ADA)[0]?.message_id ?? 0
    const next = telegram.waitForMessage(ADA, ({ text }) => text.includes('code'), 1_000, { after })
    await send({ text: 'code DEF' })
    expect((await next).text).toBe('code DEF')
    const edited = telegram.waitForMessage(ADA, ({ text }) => text === 'changed', PATIENCE)
    await call('editMessageText', { chat_id: ADA, message_id: after, text: 'changed' })
    expect((await edited).message_id).toBe(after)
  })

  it('says what came instead', async () => {
    await send({ text: 'something else' })
    await expect(telegram.waitForMessage(ADA, () => false, 5)).rejects.toThrow('the bot\'s last: "something else"')
  })
})
