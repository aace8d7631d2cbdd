import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTelegram, type TelegramStandIn } from './server.ts'

const TOKEN = '700100:test-token'
const ADA = 5001
const GROUP = -1002

let telegram: TelegramStandIn

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, now: () => Date.now() })
  await post('plant', {
    people: [{ id: ADA, first_name: 'Ada', started: true }],
    groups: [{ id: GROUP, title: 'Broker caps', members: [ADA] }],
  })
})

afterEach(() => telegram.close())

async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${telegram.root}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function get(path: string): Promise<unknown> {
  return (await fetch(`${telegram.root}/__sandbox/${path}`)).json()
}

function bot(method: string, body: object): Promise<Response> {
  return fetch(`${telegram.root}/bot${TOKEN}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

describe('control over HTTP', () => {
  it('plants people and groups and describes them', async () => {
    expect(await get('state')).toMatchObject({
      bot: { username: 'capline_sandbox_bot' },
      people: [{ id: ADA, first_name: 'Ada' }],
      chats: [
        { chat: { id: ADA, type: 'private' }, started: true, bot: 'member', last: null },
        { chat: { id: GROUP, title: 'Broker caps' }, members: [ADA], bot: 'member' },
      ],
    })
  })

  it('writes as a person, presses buttons and waits for the answer', async () => {
    expect(await post(`chats/${ADA}/messages`, { from: ADA, text: '/today' })).toMatchObject({ status: 200 })
    await bot('sendMessage', {
      chat_id: ADA,
      text: 'Sure?',
      reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
    })
    const message = z.object({ message_id: z.number() }).parse(await get(`chats/${ADA}/wait?contains=Sure`))
    const pressed = post(`chats/${ADA}/press`, {
      from: ADA,
      message_id: message.message_id,
      button: 'Yes',
      wait: 2_000,
    })
    const { result } = z
      .object({ result: z.array(z.object({ callback_query: z.object({ id: z.string() }).optional() })) })
      .parse(await (await bot('getUpdates', { offset: -1, timeout: 2 })).json())
    await bot('answerCallbackQuery', { callback_query_id: result[0]?.callback_query?.id, text: 'Done' })
    expect(await pressed).toMatchObject({ status: 200, body: { answer: { text: 'Done', alert: false } } })
    expect(await get(`chats/${ADA}/messages`)).toMatchObject([
      { message: { text: '/today', from: { id: ADA } } },
      { message: { text: 'Sure?' } },
    ])
  })

  it('blocks, starts, sets faults, lists and clears calls', async () => {
    await post(`chats/${ADA}`, { blocked: true })
    expect((await bot('sendMessage', { chat_id: ADA, text: 'x' })).status).toBe(403)
    await post(`chats/${ADA}/start`, {})
    expect((await bot('sendMessage', { chat_id: ADA, text: 'x' })).status).toBe(200)
    await post('faults', { kind: 'too-many-requests', retryAfter: 3, times: 1 })
    expect(await get('faults')).toHaveLength(1)
    expect((await bot('sendMessage', { chat_id: ADA, text: 'x' })).status).toBe(429)
    expect(await get(`calls?method=sendMessage&chat=${ADA}`)).toMatchObject([
      { status: 403 },
      { status: 200 },
      { status: 429 },
    ])
    await fetch(`${telegram.root}/__sandbox/calls`, { method: 'DELETE' })
    expect(await get('calls')).toEqual([])
  })

  it('refuses nonsense with a reason', async () => {
    expect(await post('people', { id: 'x' })).toMatchObject({ status: 400 })
    expect(await post(`chats/77/messages`, { from: ADA, text: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'Bad Request: chat not found' },
    })
    expect(await post(`chats/${GROUP}/messages`, { from: 8, text: 'x' })).toMatchObject({ status: 400 })
    expect(await post('faults', { kind: 'flood' })).toMatchObject({ status: 400 })
    expect((await fetch(`${telegram.root}/__sandbox/nothing`)).status).toBe(404)
    const plain = await fetch(`${telegram.root}/__sandbox/faults`, { method: 'POST', body: '{"kind":"error"}' })
    expect(plain.status).toBe(415)
  })

  it('sends what happens as events', async () => {
    const hangUp = new AbortController()
    const response = await fetch(`${telegram.root}/__sandbox/events`, { signal: hangUp.signal })
    telegram.say(GROUP, ADA, 'good morning')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    while (!received.includes('good morning')) received += (await reader?.read())?.value ?? ''
    hangUp.abort()
    expect(received).toContain('"kind":"message","chatId":-1002')
  })
})

describe('the page', () => {
  it('is served with its files, under a strict policy', async () => {
    const page = await fetch(telegram.page)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await page.text()
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.length).toBeGreaterThan(2)
    const responses = await Promise.all(files.map((file) => fetch(new URL(file, telegram.page))))
    expect(responses.filter(({ ok }) => !ok).map(({ url }) => url)).toEqual([])
  })

  it('is all there is', async () => {
    expect((await fetch(`${telegram.root}/../server.ts`)).status).toBe(404)
    expect((await fetch(`${telegram.root}/%2e%2e/server.ts`)).status).toBe(404)
  })
})
