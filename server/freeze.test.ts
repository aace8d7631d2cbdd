import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authCalls } from '#contract/auth.ts'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { capCalls } from '#contract/caps.ts'
import type { Client } from '#contract/client.ts'
import { feedCalls } from '#contract/feeds.ts'
import { systemClock } from '#platform/clock.ts'
import { createArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { plantChats, putLead } from '#testing/busy-day.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses, type Environment, type RunningServer } from '#testing/process.ts'
import { openFreezer, type Freezer } from '#testing/servers/freezer.ts'
import { openOwnNetwork, type OwnNetwork } from '#testing/servers/own-network.ts'

// A node is frozen as by SIGSTOP or a paused container: its kernel answers for it, and nothing else does. Or its network is
// cut: the node runs on, and nobody is told. It holds elections, a sync, and a transaction with a locked cap. The other
// node goes on within 15 s, and what the first one does when it is back loses and doubles nothing. npm run soak freeze: 20
// moments, in turns by a signal, a control group and a cut network, as far as this machine has them.

const isSoak = process.env['SOAK'] === '1'
const FREEZES = isSoak ? 20 : 1
const GOES_ON = 15_000
const LEAD_TOKEN = 'freeze'
const BOT_TOKEN = '100000:freeze'
/** A member for each round: a name is sent only so many codes. */
const FIRST_PERSON = 700_000
const CHATS = 6

/** How a node is cut off from everybody, and comes back. */
interface Way {
  name: string
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

const processes = createProcesses()
const source = createArraySource()
let database: TestDatabase
let api: LeadApi
let telegram: TelegramStandIn
let nodes: RunningServer[]
const freezers: Freezer[] = []
const networks: OwnNetwork[] = []
/** The ways in which each node can be cut off, by its process. */
const ways = new Map<number, Way[]>()
let admin: string
let leads = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  api = await startLeadApi({ token: LEAD_TOKEN, source, now: () => systemClock.now() })
  telegram = await startTelegram({ token: BOT_TOKEN, now: () => systemClock.now() })
  await insertAdvertiser(db)
  await plantChats(db, telegram, CHATS)
  admin = await insertSession(db, await insertMember(db, { role: 'admin' }), systemClock)
  const folders = await Promise.all([processes.makeFolder(), processes.makeFolder()])
  const file = join(folders[0] ?? '', 'connectors.json')
  const mapping = { pages: { size: 20 } }
  await writeFile(file, JSON.stringify([{ name: 'main', preset: 'generic', url: api.url, token: LEAD_TOKEN, mapping }]))
  const shared = {
    SANDBOX: 'off',
    DATABASE_URL: database.url,
    APP_SECRET,
    LEAD_CONNECTORS: file,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_ROOT: telegram.root,
  }
  nodes = await Promise.all(folders.map((folder, index) => startNode({ ...shared, DATA_DIR: folder }, index + 1)))
})

afterAll(async () => {
  for (const node of nodes ?? []) node.signal('SIGCONT')
  for (const freezer of freezers) await freezer.close()
  for (const network of networks) await network.mend()
  await processes.close()
  for (const network of networks) await network.close()
  await database.close()
  await Promise.all([api.close(), telegram.close()])
})

async function startNode(environment: Environment, number: number): Promise<RunningServer> {
  const network = isSoak ? await openOwnNetwork(number) : null
  if (network) networks.push(network)
  const node = await processes.startServer(environment, network)
  const freezer = isSoak ? await openFreezer(node.pid) : null
  if (freezer) freezers.push(freezer)
  ways.set(node.pid, [
    { name: 'a signal', begin: () => node.signal('SIGSTOP'), end: () => node.signal('SIGCONT') },
    ...(freezer ? [{ name: 'its group', begin: freezer.freeze, end: freezer.thaw }] : []),
    ...(network ? [{ name: 'its network', begin: network.cut, end: network.mend }] : []),
  ])
  return node
}

/** How long after the sync began, in milliseconds. */
const moment = fc.integer({ min: 0, max: 400 })

test(
  'a node that freezes keeps nobody waiting for longer than 15 s, and loses and doubles nothing when it wakes',
  async () => {
    for (const [round, pause] of fc.sample(moment, { seed: 32, numRuns: FREEZES }).entries()) {
      const [frozen, other] = byElection()
      const cap = await other.clientOf(admin)(capCalls.create, { body: buildCapDraft({ sourceNumber: `F-${round}` }) })
      putLeads(100)
      api.control.addFault({ kind: 'delay', milliseconds: 40, probability: 1, seed: round })
      const cutOff = [
        frozen.clientOf(admin)(feedCalls.runSync, {}),
        broadcast(frozen.clientOf(admin), `before ${round}`),
      ].map((asked) => asked.catch(() => null))
      const edit = await editUntilLocked(frozen, cap._id, cap.version)
      await wait(pause)
      const way = wayOf(frozen, round)
      await way.begin()
      if (isSoak) process.stdout.write(`${round}: cut off by ${way.name} at ${pause} ms\n`)
      await edit.freed()
      const began = performance.now()
      api.control.clearFaults()
      await Promise.all([
        within(began, 'a code', () => expectCode(other, round)),
        within(began, 'a message', () => expectBroadcast(other, `while ${round}`)),
        within(began, 'a sync', () => expectSync(other)),
        within(began, 'a cap', () => expectEdit(other, cap._id, round)),
      ])
      await way.end()
      await expect.poll(() => frozen.readiness()).toMatchObject({ status: 200 })
      await Promise.all([...cutOff, edit.over])
    }
    await expectNothingLostOrDoubled()
  },
  isSoak ? 3_600_000 : 180_000,
)

/** First the node that was elected last, which has what no other may do meanwhile. */
function byElection(): [RunningServer, RunningServer] {
  const [one, two] = nodes
  if (!one || !two) throw new Error('two nodes run')
  return lastElected(one) > lastElected(two) ? [one, two] : [two, one]
}

function wayOf(node: RunningServer, round: number): Way {
  const all = ways.get(node.pid) ?? []
  const way = all[round % all.length]
  if (!way) throw new Error('a node can always be stopped by a signal')
  return way
}

function lastElected(node: RunningServer): number {
  const lines = node
    .stdout()
    .split('\n')
    .filter((line) => line.includes('"elected"'))
  return Math.max(0, ...lines.map((line) => Number(/"time":(\d+)/.exec(line)?.[1] ?? 0)))
}

function putLeads(count: number): void {
  for (let index = 0; index < count; index += 1) putLead(source, (leads += 1))
}

/** An edit whose transaction has the day's lock and waits for the cap, so that it has both when it freezes. */
async function editUntilLocked(node: RunningServer, id: string, version: number) {
  const holder = await database.db.startTransaction().execute()
  await sql`select from caps where id = ${id} for update`.execute(holder)
  const body = buildCapDraft({ sourceNumber: 'F-late', cap: 99, version })
  const over = node
    .clientOf(admin)(capCalls.update, { params: { id }, body })
    .catch(() => null)
  await expect.poll(countWaiting, { interval: 20 }).toBeGreaterThan(0)
  return { over, freed: () => holder.rollback().execute() }
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
  return rows.length
}

async function within(began: number, what: string, work: () => Promise<void>): Promise<void> {
  await work()
  const took = performance.now() - began
  if (isSoak) process.stdout.write(`${what} after ${(took / 1_000).toFixed(1)} s\n`)
  expect({ what, isSoon: took < GOES_ON }).toEqual({ what, isSoon: true })
}

async function expectCode(node: RunningServer, round: number): Promise<void> {
  const person = FIRST_PERSON + round
  const name = `pat${round}`
  telegram.plant({ people: [{ id: person, first_name: 'Pat', started: true }] })
  await database.db
    .insertInto('members')
    .values({
      id: name,
      telegram_id: String(person),
      handle: name,
      handle_key: name,
      role: 'viewer',
      login_enabled: true,
    })
    .execute()
  await node.clientOf(null)(authCalls.request, { body: { identifier: name } })
  await expect.poll(() => telegram.messages(person).length, { timeout: GOES_ON, interval: 50 }).toBe(1)
}

async function broadcast(client: Client, message: string): Promise<void> {
  const body = { audience: 'publishers', message, parseMode: 'HTML', requestId: message } as const
  await client(broadcastCalls.send, { body })
}

async function expectBroadcast(node: RunningServer, text: string): Promise<void> {
  await broadcast(node.clientOf(admin), text)
  await expect.poll(() => countOfText(text), { timeout: GOES_ON, interval: 50 }).toBeGreaterThanOrEqual(CHATS - 1)
}

function countOfText(text: string): number {
  return textsSent().filter((sent) => sent.endsWith(` ${text}`)).length
}

/** Each with its chat before it. */
function textsSent(): string[] {
  return telegram.chats().flatMap(({ chat: { id } }) => telegram.messages(id).map(({ text }) => `${id} ${text ?? ''}`))
}

/** The run that was cut off is taken up by another. */
async function expectSync(node: RunningServer): Promise<void> {
  const before = await countRuns()
  const isOn = async () => {
    const outcome = await node
      .clientOf(admin)(feedCalls.runSync, {})
      .catch(() => null)
    return outcome?.status === 'success' || outcome?.reason === 'up_to_date' || (await countRuns()) > before
  }
  await expect.poll(isOn, { timeout: GOES_ON, interval: 200 }).toBe(true)
}

async function countRuns(): Promise<number> {
  return (await database.db.selectFrom('sync_runs').select('id').execute()).length
}

async function expectEdit(node: RunningServer, id: string, round: number): Promise<void> {
  const call = node.clientOf(admin)
  const edit = async () => {
    const caps = await call(capCalls.listDay, { params: { date: buildCapDraft().date } })
    const version = caps.find((cap) => cap._id === id)?.version ?? 1
    const body = buildCapDraft({ sourceNumber: `F-${round}`, cap: 50, version })
    return (await call(capCalls.update, { params: { id }, body }).catch(() => null))?.cap
  }
  await expect.poll(edit, { timeout: GOES_ON, interval: 100 }).toBe(50)
}

async function expectNothingLostOrDoubled(): Promise<void> {
  const [last] = byElection()
  const sync = async () =>
    (
      await last
        .clientOf(admin)(feedCalls.runSync, {})
        .catch(() => null)
    )?.reason
  await expect.poll(sync).toBe('up_to_date')
  const { db } = database
  const { rows } = await sql<{ leads: number; deposits: number; late: number }>`
    select (select count(*)::int from leads) as leads, (select count(*)::int from deposits) as deposits,
      (select count(*)::int from caps where source_number = 'F-late') as late`.execute(db)
  expect(rows).toEqual([{ leads, deposits: source.count('deposits'), late: 0 }])
  expect(await findDifferences(db)).toEqual(NO_DIFFERENCES)
  const open = () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute()
  await expect.poll(open).toEqual([])
  const texts = textsSent().filter((text) => / (?:before|while) \d+$/.test(text))
  expect(texts.length - new Set(texts).size).toBe(0)
  expect(texts.length).toBeGreaterThanOrEqual(FREEZES * (CHATS - 1))
}
