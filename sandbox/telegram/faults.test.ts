import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFaults } from './faults.ts'
import { startTelegram, type TelegramStandIn } from './server.ts'

const TOKEN = '700100:test-token'
const ADA = 5001
const BEN = 5002

let telegram: TelegramStandIn

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, now: () => Date.now() })
  telegram.plant({
    people: [
      { id: ADA, first_name: 'Ada', started: true },
      { id: BEN, first_name: 'Ben', started: true },
    ],
  })
})

afterEach(() => telegram.close())

function send(chatId = ADA): Promise<Response> {
  const body = new URLSearchParams({ chat_id: chatId.toString(), text: 'hello' })
  return fetch(`${telegram.root}/bot${TOKEN}/sendMessage`, { method: 'POST', body })
}

function draw(seed: number): boolean[] {
  const faults = createFaults()
  faults.add({ kind: 'error', probability: 0.3, seed })
  return Array.from({ length: 1_000 }, () => faults.strike('sendMessage', ADA).fault !== null)
}

describe('faults', () => {
  it('drops the connection after the message is stored', async () => {
    telegram.addFault({ kind: 'drop-after', times: 1 })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(telegram.messages(ADA)).toHaveLength(1)
    expect(telegram.calls()).toMatchObject([{ method: 'sendMessage', status: 0 }])
    expect((await send()).status).toBe(200)
  })

  it('drops the connection before anything happened', async () => {
    telegram.addFault({ kind: 'drop-before', times: 1 })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(telegram.messages(ADA)).toEqual([])
  })

  it('answers 500, or another status, without doing anything', async () => {
    telegram.addFault({ kind: 'error', times: 1 })
    telegram.addFault({ kind: 'error', status: 502, description: 'Bad Gateway', times: 1 })
    const [first, second, third] = [await send(), await send(), await send()]
    expect([first.status, second.status, third.status]).toEqual([500, 502, 200])
    expect(await first.json()).toEqual({ ok: false, error_code: 500, description: 'Internal Server Error' })
    expect(telegram.messages(ADA)).toHaveLength(1)
  })

  it('answers 429 with retry_after', async () => {
    telegram.addFault({ kind: 'too-many-requests', retryAfter: 7, times: 1 })
    const response = await send()
    expect(response.status).toBe(429)
    expect(await response.json()).toEqual({
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    })
  })

  it('delays, also together with another fault', async () => {
    telegram.addFault({ kind: 'delay', ms: 60, times: 2 })
    telegram.addFault({ kind: 'error', times: 1 })
    const start = performance.now()
    expect((await send()).status).toBe(500)
    expect((await send()).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(115)
  })

  it('strikes one method or one chat only', async () => {
    telegram.addFault({ kind: 'error', method: 'getMe' })
    telegram.addFault({ kind: 'error', status: 503, chatId: BEN })
    expect((await fetch(`${telegram.root}/bot${TOKEN}/getMe`)).status).toBe(500)
    expect([(await send()).status, (await send(BEN)).status]).toEqual([200, 503])
    telegram.clearFaults()
    expect((await send(BEN)).status).toBe(200)
  })

  it('leaves polling alone unless it is named', async () => {
    telegram.addFault({ kind: 'error' })
    const address = `${telegram.root}/bot${TOKEN}/getUpdates`
    expect((await fetch(address)).status).toBe(200)
    telegram.addFault({ kind: 'error', method: 'getUpdates' })
    expect((await fetch(address)).status).toBe(500)
  })

  it('draws from its seed', () => {
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    const share = draw(3).filter(Boolean).length / 1_000
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(0.35)
  })
})
