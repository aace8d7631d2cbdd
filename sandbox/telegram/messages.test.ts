import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { PATIENCE } from '#testing/patience.ts'
import type { TelegramStandIn } from './server.ts'
import { ADA, BEN, GROUP, TOKEN, callBot, refusal, startPlanted } from './test-bot.ts'

let telegram: TelegramStandIn

beforeEach(async () => {
  telegram = await startPlanted(() => Date.now())
})

afterEach(() => telegram.close())

const call = (method: string, body: object = {}, token = TOKEN) => callBot(telegram, method, body, token)
const send = (more: object) => call('sendMessage', { chat_id: ADA, text: 'hello', ...more })

describe('the door', () => {
  it('takes JSON, forms, multipart and queries, by POST and GET', async () => {
    const address = `${telegram.root}/bot${TOKEN}/sendMessage`
    const form = { chat_id: ADA.toString(), text: '<b>form</b>', parse_mode: 'HTML' }
    const multipart = new FormData()
    for (const [name, value] of Object.entries(form)) multipart.set(name, value)
    const keyboard = JSON.stringify({ inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] })
    multipart.set('reply_markup', keyboard)
    const responses = [
      await fetch(address, { method: 'POST', body: new URLSearchParams(form) }),
      await fetch(address, { method: 'POST', body: multipart }),
      await fetch(`${address}?${new URLSearchParams(form).toString()}`),
    ]
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200])
    expect(telegram.messages(ADA)).toHaveLength(3)
    expect(telegram.messages(ADA).every(({ entities }) => entities?.[0]?.type === 'bold')).toBe(true)
    expect(telegram.messages(ADA)[1]?.reply_markup?.inline_keyboard[0]?.[0]?.text).toBe('Go')
  })

  it('refuses wrong tokens, unknown methods, broken bodies', async () => {
    expect(await call('getMe', {}, '700100:other')).toMatchObject(refusal(401, 'Unauthorized'))
    expect(await call('getMe', {}, 'nonsense')).toMatchObject(refusal(404, 'Not Found'))
    expect(await call('sendTelegram')).toMatchObject(refusal(404, 'Not Found: method not found'))
    const headers = { 'content-type': 'application/json' }
    const broken = await fetch(`${telegram.root}/bot${TOKEN}/getMe`, { method: 'POST', headers, body: '{' })
    expect(broken.status).toBe(400)
  })

  it('takes another token once told', async () => {
    telegram.setToken('700100:new')
    expect(await call('getMe')).toMatchObject({ status: 401 })
    expect(await call('getMe', {}, '700100:new')).toMatchObject({ status: 200 })
  })

  it('records calls without the token', async () => {
    await send({})
    await send({ chat_id: 9 })
    const calls = telegram.calls({ method: 'sendmessage' })
    expect(calls).toMatchObject([
      { method: 'sendMessage', status: 200, body: { chat_id: ADA, text: 'hello' } },
      { status: 400, description: 'Bad Request: chat not found' },
    ])
    expect(telegram.calls({ chatId: 9 })).toHaveLength(1)
    expect(JSON.stringify(telegram.calls())).not.toContain(TOKEN)
    telegram.clearCalls()
    expect(telegram.calls()).toEqual([])
  })
})

describe('getMe and getChat', () => {
  it('says who the bot is', async () => {
    const { result } = await call('getMe')
    expect(result).toMatchObject({ id: 700_100, is_bot: true, username: 'capline_sandbox_bot', can_join_groups: true })
  })

  it('describes private chats and groups', async () => {
    expect((await call('getChat', { chat_id: ADA })).result).toMatchObject({ type: 'private', first_name: 'Ada' })
    expect((await call('getChat', { chat_id: `${GROUP}` })).result).toMatchObject({
      type: 'supergroup',
      title: 'Broker caps',
    })
    expect(await call('getChat', { chat_id: 1 })).toMatchObject(refusal(400, 'Bad Request: chat not found'))
    telegram.setBotStatus(GROUP, 'kicked')
    expect(await call('getChat', { chat_id: GROUP })).toMatchObject({ status: 403 })
  })
})

describe('sendMessage', () => {
  it('stores the message and returns it with its entities and keyboard', async () => {
    const inline_keyboard = [
      [
        { text: 'Save', callback_data: 'save' },
        { text: 'Open', url: 'capline.example' },
      ],
    ]
    const answer = await send({
      text: 'Your code: <code>AB2CD3</code>',
      parse_mode: 'HTML',
      reply_markup: { inline_keyboard },
      link_preview_options: { is_disabled: true },
      disable_notification: true,
    })
    expect(answer).toMatchObject({ status: 200, ok: true })
    expect(answer.result).toMatchObject({
      from: { id: 700_100, is_bot: true },
      chat: { id: ADA, type: 'private', first_name: 'Ada', username: 'ada_l' },
      text: 'Your code: AB2CD3',
      entities: [{ type: 'code', offset: 11, length: 6 }],
      reply_markup: { inline_keyboard: [[{ callback_data: 'save' }, { url: 'http://capline.example/' }]] },
      link_preview_options: { is_disabled: true },
    })
    expect(telegram.messages(ADA)).toEqual([answer.result])
  })

  it('numbers messages upwards and dates them in seconds', async () => {
    const messages = [await send({}), await send({ chat_id: GROUP })].map(({ result }) =>
      z.object({ message_id: z.int32(), date: z.int() }).parse(result),
    )
    expect(messages[1]?.message_id).toBeGreaterThan(messages[0]?.message_id ?? Infinity)
    expect(Math.abs((messages[0]?.date ?? 0) - Date.now() / 1000)).toBeLessThan(10)
  })

  it('replies', async () => {
    const asked = telegram.say(ADA, ADA, 'when?')
    const answer = await send({ text: 'now', reply_parameters: { message_id: asked.message_id } })
    expect(answer.result).toMatchObject({ reply_to_message: { text: 'when?' } })
    expect(await send({ reply_parameters: { message_id: 1 } })).toMatchObject(
      refusal(400, 'Bad Request: message to be replied not found'),
    )
    expect(await send({ reply_parameters: { message_id: 1, allow_sending_without_reply: true } })).toMatchObject({
      ok: true,
    })
  })

  test.each([
    [{ text: '' }, 'message text is empty'],
    [{ text: ' \n ' }, 'text must be non-empty'],
    [{ text: 'x'.repeat(4097) }, 'message is too long'],
    [{ chat_id: '' }, 'chat_id is empty'],
    [{ chat_id: 1 }, 'chat not found'],
    [{ chat_id: '@nowhere' }, 'chat not found'],
    [{ parse_mode: 'XML' }, 'unsupported parse_mode'],
    [{ parse_mode: 'HTML', text: 'a <x>b</x>' }, 'can\'t parse entities: Unsupported start tag "x" at byte offset 2'],
    [
      { parse_mode: 'MarkdownV2', text: '1.0' },
      "can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
    ],
    [
      { parse_mode: 'Markdown', text: '*a' },
      "can't parse entities: Can't find end of the entity starting at byte offset 0",
    ],
    [{ reply_markup: '[]' }, 'object expected as reply markup'],
    [{ reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'x'.repeat(65) }]] } }, 'BUTTON_DATA_INVALID'],
    [
      { reply_markup: { inline_keyboard: [[{ text: 'x' }]] } },
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [
      { reply_markup: { inline_keyboard: [[{ text: 'x', url: 'http://localhost:1/' }]] } },
      "inline keyboard button URL 'http://localhost:1/' is invalid: Wrong HTTP URL",
    ],
  ])('refuses %j', async (more, reason) => {
    expect(await send(more)).toMatchObject(refusal(400, `Bad Request: ${reason}`))
    expect(telegram.messages(ADA)).toEqual([])
  })

  it('counts the length after the markup is read', async () => {
    expect(await send({ text: `<b>${'x'.repeat(4096)}</b>`, parse_mode: 'HTML' })).toMatchObject({ ok: true })
  })

  it('cannot reach who blocked it, who never started it, and groups it is not in', async () => {
    expect(await send({ chat_id: BEN })).toMatchObject(
      refusal(403, "Forbidden: bot can't initiate conversation with a user"),
    )
    telegram.setBlocked(ADA, true)
    expect(await send({})).toMatchObject(refusal(403, 'Forbidden: bot was blocked by the user'))
    telegram.setBotStatus(GROUP, 'kicked')
    expect(await send({ chat_id: GROUP })).toMatchObject(
      refusal(403, 'Forbidden: bot was kicked from the supergroup chat'),
    )
    telegram.setBotStatus(GROUP, 'left')
    expect(await send({ chat_id: GROUP })).toMatchObject(
      refusal(403, 'Forbidden: bot is not a member of the supergroup chat'),
    )
    telegram.pressStart(BEN)
    expect(await send({ chat_id: BEN })).toMatchObject({ ok: true })
  })
})

describe('editMessageText', () => {
  const keyboard = { inline_keyboard: [[{ text: 'Save', callback_data: 'save' }]] }

  async function sent(more: object = {}): Promise<number> {
    const { result } = await send({ reply_markup: keyboard, ...more })
    return z.object({ message_id: z.number() }).parse(result).message_id
  }

  it('changes text and keyboard', async () => {
    const message_id = await sent()
    const answer = await call('editMessageText', { chat_id: ADA, message_id, text: '*Saved*', parse_mode: 'Markdown' })
    expect(answer.result).toMatchObject({ message_id, text: 'Saved', entities: [{ type: 'bold' }] })
    expect(answer.result).toHaveProperty('edit_date')
    expect(answer.result).not.toHaveProperty('reply_markup')
    expect(telegram.messages(ADA)).toEqual([answer.result])
  })

  it('refuses what is the same, not there, or not its own', async () => {
    const message_id = await sent()
    const same = { chat_id: ADA, message_id, text: 'hello', reply_markup: keyboard }
    const edit = (more: object) => call('editMessageText', { ...same, ...more })
    const unchanged = await edit({})
    expect(unchanged.status).toBe(400)
    expect(unchanged.description).toContain('message is not modified: specified new message content and reply markup')
    expect(await edit({ message_id: 1 })).toMatchObject(refusal(400, 'Bad Request: message to edit not found'))
    expect(await edit({ message_id: '' })).toMatchObject(
      refusal(400, 'Bad Request: message identifier is not specified'),
    )
    const own = telegram.say(ADA, ADA, 'mine').message_id
    expect(await edit({ message_id: own })).toMatchObject(refusal(400, "Bad Request: message can't be edited"))
    expect(await edit({ text: 'x'.repeat(5000) })).toMatchObject(refusal(400, 'Bad Request: MESSAGE_TOO_LONG'))
  })
})

test('deleteMessage takes a message of its own away, once', async () => {
  await send({})
  const message_id = telegram.messages(ADA)[0]?.message_id
  expect(await call('deleteMessage', { chat_id: ADA, message_id })).toMatchObject({ ok: true, result: true })
  expect(telegram.messages(ADA)).toEqual([])
  expect(await call('deleteMessage', { chat_id: ADA, message_id })).toMatchObject(
    refusal(400, 'Bad Request: message to delete not found'),
  )
})

describe('buttons', () => {
  it('carry a callback query to the bot and its answer back, once', async () => {
    const reply_markup = { inline_keyboard: [[{ text: 'Save', callback_data: 'save:1' }]] }
    await send({ reply_markup })
    const message = telegram.messages(ADA)[0]
    const query = telegram.press(ADA, ADA, message?.message_id ?? 0, 'Save')
    expect((await call('getUpdates')).result).toMatchObject([
      { callback_query: { id: query.id, data: 'save:1', from: { id: ADA }, message: { text: 'hello' } } },
    ])
    const answered = telegram.waitForAnswer(query.id, PATIENCE)
    const answer = { callback_query_id: query.id, text: 'Saved', show_alert: true }
    expect(await call('answerCallbackQuery', answer)).toMatchObject({ ok: true, result: true })
    expect(await answered).toMatchObject({ text: 'Saved', alert: true })
    expect(await call('answerCallbackQuery', answer)).toMatchObject(
      refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid'),
    )
  })

  it('cannot be pressed where there are none', () => {
    const message = telegram.say(ADA, ADA, 'hi')
    expect(() => telegram.press(ADA, ADA, message.message_id, 'Save')).toThrow('no such button')
  })
})
