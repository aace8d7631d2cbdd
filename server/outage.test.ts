import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { httpTexts } from '#contract/texts/http.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/db/database.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { PATIENCE } from '#testing/patience.ts'
import { createProcesses, findDatabase, signalDatabase, type RunningServer } from '#testing/process.ts'

const ADMIN = 4_711
const processes = createProcesses()
let telegram: TelegramStandIn
let dataDir = ''
let databaseUrl = ''
let server: RunningServer
let token = ''

beforeAll(async () => {
  telegram = await startTelegram({ token: '123456:test', now: () => systemClock.now() })
  telegram.plant({ people: [{ id: ADMIN, first_name: 'Ada', started: true }] })
  dataDir = await processes.makeFolder()
  server = await processes.startServer({
    SANDBOX: 'off',
    DATA_DIR: dataDir,
    TELEGRAM_BOT_TOKEN: '123456:test',
    TELEGRAM_API_ROOT: telegram.root,
    FIRST_ADMIN: String(ADMIN),
  })
  await telegram.waitForCall('getUpdates', PATIENCE)
  databaseUrl = (await findDatabase(dataDir))?.url ?? ''
  const { db, close } = connect(databaseUrl, { onError: () => undefined })
  token = await insertSession(db, await insertMember(db, { role: 'editor' }), systemClock)
  await close()
})

afterEach(() => signalDatabase(dataDir, 'SIGCONT'))

afterAll(async () => {
  await processes.close()
  await telegram.close()
})

const Answer = z.object({ message: z.optional(z.string()) })

/** How a request is answered, and after how many milliseconds. */
async function request(path: string) {
  const began = performance.now()
  const response = await fetch(`${server.address}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { message } = Answer.parse(await response.json())
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, message, took: performance.now() - began }
}

const unavailable = { status: 503, retryAfter: '2', message: httpTexts.unavailable }

/** A code is asked for in the chat and comes, and a command is answered: the sender and the poller work. */
async function expectBotWorks(): Promise<void> {
  const known = new Set(telegram.messages(ADMIN).map(({ message_id: id }) => id))
  const sees = (text: string) =>
    telegram.waitForMessage(ADMIN, (one) => !known.has(one.message_id) && (one.text ?? '').includes(text), PATIENCE)
  telegram.say(ADMIN, ADMIN, '/login')
  await sees('sign-in code')
  telegram.say(ADMIN, ADMIN, '/id')
  await sees('ID of this chat')
}

test('PostgreSQL falls silent: requests are refused within seconds instead of hanging, and all resumes by itself', async () => {
  await signalDatabase(dataDir, 'SIGSTOP')
  const paths = ['/api/caps/day/2026-11-21', '/api/auth/me', '/api/events', '/readyz']
  const first = await Promise.all(paths.map(request))
  // The first wait until the silence is noticed, the next for a connection.
  const next = await Promise.all(paths.map(request))
  for (const answer of [...first, ...next]) {
    expect(answer).toMatchObject(unavailable)
    expect(answer.took).toBeLessThan(8_000)
  }
  expect(await request('/healthz')).toMatchObject({ status: 200 })

  await signalDatabase(dataDir, 'SIGCONT')
  await expect.poll(() => request('/api/auth/me')).toMatchObject({ status: 200 })
  expect(await request('/readyz')).toMatchObject({ status: 200 })
  await expectBotWorks()
})

test('every connection is cut: open screens are told to look again, and the bot goes on', async () => {
  const stream = await fetch(`${server.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  const told = (async () => {
    let text = ''
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      if (text.includes('event: missed')) return text
    }
    return text
  })()
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
  expect(await told).toBe(': listening\n\nevent: missed\ndata: {}\n\n')
  const { status } = await request('/api/auth/me')
  expect([200, 503]).toContain(status)
  await expect.poll(() => request('/readyz')).toMatchObject({ status: 200 })
  await expectBotWorks()
})
