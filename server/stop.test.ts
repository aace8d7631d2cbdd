import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createConnection } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { feedCalls } from '#contract/feeds.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { createArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/db/database.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { buildLeads } from '#testing/lead-sync.ts'
import { createProcesses, findDatabase, type Running, type RunningServer } from '#testing/process.ts'

const processes = createProcesses()
const LEADS = 500
const source = createArraySource()
const GET_PUBLIC = 'GET /api/settings/public HTTP/1.1\r\nHost: test\r\n'
let dataDir = ''
let leadApi: LeadApi
let server: RunningServer
let token = ''
let databaseUrl = ''

beforeAll(async () => {
  dataDir = await processes.makeFolder()
  leadApi = await startLeadApi({ token: 'test', source, now: systemClock.now })
})

/** What the test before started runs on; where it has ended all, the start shows that it left all in order. */
beforeEach(async () => {
  if (await findDatabase(dataDir)) return
  server = await startServer()
  databaseUrl = (await findDatabase(dataDir))?.url ?? ''
  token = await signIn()
})

afterAll(async () => {
  await processes.close()
  await leadApi.close()
})

function startServer(): Promise<RunningServer> {
  return processes.startServer({
    SANDBOX: 'off',
    DATA_DIR: dataDir,
    LEAD_API_URL: leadApi.url,
    LEAD_API_TOKEN: 'test',
  })
}

async function signIn(): Promise<string> {
  const { db, close } = connect(databaseUrl, { onError: () => undefined })
  const member = await insertMember(db, { role: 'editor' })
  const session = await insertSession(db, member, systemClock)
  await close()
  return session
}

/** Ends in good order: quickly, with code 0, and nothing left running. */
async function expectGoodEnd(one: Running = server): Promise<void> {
  const began = performance.now()
  const { code, stderr } = await one.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await findDatabase(dataDir)).toBeNull()
  await expect(new pg.Client(databaseUrl).connect()).rejects.toThrow('ECONNREFUSED')
}

/** A request that is sure to be under way: it would write, and waits for a transaction of ours; who reads does not. */
async function startRequest(): Promise<{ answer: Promise<number>; letGo(): Promise<void> }> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table caps in share mode')
  const call = server.clientOf(token)
  const answer = call(capCalls.create, { body: buildCapDraft() }).then((cap) => cap.cap)
  const waiting = `select count(*)::int as count from pg_locks where not granted and relation = 'caps'::regclass`
  await expect.poll(async () => (await client.query(waiting)).rows).toEqual([{ count: 1 }])
  return {
    answer,
    async letGo() {
      await client.query('commit')
      await client.end()
    },
  }
}

test('SIGTERM: the request and the sync that run are answered, and what comes is refused', async () => {
  const { db, close } = connect(databaseUrl, { onError: () => undefined })
  await insertAdvertiser(db)
  await close()
  const call = server.clientOf(token)
  // After one that is over none starts by itself for some minutes.
  await expect.poll(() => call(feedCalls.runSync, {})).not.toMatchObject({ reason: 'already_running' })
  source.put('leads', ...buildLeads(LEADS, systemClock.now()))
  leadApi.control.addFault({ kind: 'delay', milliseconds: 60_000 })
  const sync = call(feedCalls.runSync, {})
  await expect.poll(() => call(feedCalls.freshness, {})).toMatchObject({ running: true })
  const request = await startRequest()
  const late = await openConnection()
  // A browser opens connections that it may need.
  const idle = await openConnection()
  await expectAccepted()

  server.signal('SIGTERM')
  expect(await sync).toMatchObject({ status: 'skipped', message: syncTexts.goesOnAfterRestart })
  const refused = await late.send(`${GET_PUBLIC}\r\n`)
  expect(refused).toMatch(/^HTTP\/1.1 503 .*retry-after: \d/is)
  expect(refused).toContain(httpTexts.stopping)
  expect(refused).toMatch(/^x-content-type-options: nosniff\r$/im)
  await request.letGo()
  expect(await request.answer).toBe(20)
  await expectGoodEnd()
  await idle.closed

  leadApi.control.clearFaults()
  server = await startServer()
  databaseUrl = (await findDatabase(dataDir))?.url ?? ''
  const total = async () => (await server.clientOf(token)(capCalls.countLeads, { query: {} })).total
  await expect.poll(total).toBe(LEADS)
})

/**
 * The kernel connects before the process accepts, and resets what nobody has accepted when the port is closed. They
 * are accepted in their order: when one that came later is answered, those before it are the server's.
 */
async function expectAccepted(): Promise<void> {
  const last = await openConnection()
  expect(await last.send(`${GET_PUBLIC}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
}

async function openConnection() {
  const socket = createConnection(Number(new URL(server.address).port), '127.0.0.1').setEncoding('utf8')
  const closed = once(socket, 'close')
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  await once(socket, 'connect')
  return {
    closed,
    async send(request: string): Promise<string> {
      socket.write(request)
      await closed
      return text
    },
  }
}

test('SIGINT twice, as Ctrl-C comes, with open event streams, and a terminal closed during the start, leave nothing behind', async () => {
  const streams = await Promise.all(
    [1, 2, 3].map(() => fetch(`${server.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })),
  )
  server.signal('SIGINT')
  await server.printed(/"stopping"/)
  server.signal('SIGINT')
  for (const stream of streams) expect(await stream.text()).toBe(': listening\n\n')
  await expectGoodEnd()

  // And during the start.
  const starting = processes.spawn('main', { PORT: '0', SANDBOX: 'off', DATA_DIR: dataDir })
  await expect.poll(() => findDatabase(dataDir), { interval: 5 }).not.toBeNull()
  starting.hangUp()
  expect(await starting.ended).toMatchObject({ code: 0, stderr: '' })
  expect(await findDatabase(dataDir)).toBeNull()
})

/** Whoever makes this member waits for it as long as the database runs. */
const HANG = `
  create function hang() returns trigger language plpgsql as 'begin perform pg_sleep(86400); return new; end';
  create trigger hang before insert on members for each row when (new.telegram_id = '4711') execute function hang()`

test('a start that is ended makes an end of what it has begun, however long that would have taken', async () => {
  await query(databaseUrl, HANG)
  await server.kill()
  const hanging = processes.spawn('main', { PORT: '0', SANDBOX: 'off', DATA_DIR: dataDir, FIRST_ADMIN: '4711' })
  const listHanging = async () =>
    query((await findDatabase(dataDir))?.url ?? '', `select from pg_stat_activity where wait_event = 'PgSleep'`)
  await expect.poll(listHanging).toHaveLength(1)
  hanging.signal('SIGINT')
  await expectGoodEnd(hanging)

  // And where its database is being made.
  const DATA_DIR = await processes.makeFolder()
  const making = processes.spawn('main', { PORT: '0', DATA_DIR })
  await expect.poll(() => readdir(DATA_DIR)).toContainEqual(expect.stringMatching(/^postgres\.new-/))
  making.signal('SIGTERM')
  await expectGoodEnd(making)
  expect(await readdir(DATA_DIR)).toEqual(['postgres-password'])
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
