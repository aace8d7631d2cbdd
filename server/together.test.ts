import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedCalls } from '#contract/feeds.ts'
import { createClient, type Client } from '#contract/client.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Pool } from '#platform/db/database.ts'
import { launchPostgres, type EmbeddedPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'
import { createRandom } from '#sandbox/random.ts'
import { createArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { plantChats, spoil, startBusyDay, type BusyDay } from '#testing/busy-day.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { expectAllKept } from '#testing/kept-changes.ts'
import { startBoards, type OpenBoards } from '#testing/open-boards.ts'
import { createProcesses, signalDatabase } from '#testing/process.ts'
import { writeReport, type MemoryGrowth } from '#testing/soak-report.ts'
import { createTally } from '#testing/tally.ts'
import { createNode, type Node } from '#testing/two-nodes.ts'
import { createBook } from '#testing/typists.ts'

// Everything together: two nodes on one PostgreSQL, open boards, edits, syncs, broadcasts, payouts and commands, while
// nodes and PostgreSQL are killed and both systems outside have a bad day. At the end nothing is lost, nothing doubled.
// npm run soak -- together --minutes 30 --report docs/reliability.md

const isSoak = process.env['SOAK'] === '1'
const MINUTES = isSoak ? Number(process.env['SOAK_MINUTES'] ?? 30) : 0.1
const BOARDS = isSoak ? 100 : 8
/** As many as a large team plans for a day: with more, memory would grow with what there is. */
const CAPS = isSoak ? 600 : 30
const CHATS = isSoak ? 100 : 10
const SEED = process.env['SOAK_SEED'] ?? 'together'
/** In the last part one node is left alone, so that its memory can be watched. */
const SPARED = 0.4

const LEAD_TOKEN = 'together'
const BOT_TOKEN = '100000:together'
const PERSON = 700_001
const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())

const processes = createProcesses()
const log = createLog('silent', { pretty: false })
const source = createArraySource()
const book = createBook(CAPS)
const tally = createTally()
let dataDir = ''
let postgres: EmbeddedPostgres
let pool: Pool
let api: LeadApi
let telegram: TelegramStandIn
let nodes: Node[]
let admin = ''
let groups = 0
let tokens: string[]

beforeAll(async () => {
  dataDir = await processes.makeFolder()
  postgres = await launchPostgres({ dataDir, log })
  await migrate(postgres.url, log)
  pool = connect(postgres.url, { max: 4, onError: () => undefined })
  api = await startLeadApi({ token: LEAD_TOKEN, source, now: () => systemClock.now() })
  telegram = await startTelegram({ token: BOT_TOKEN, limits: true, now: () => systemClock.now() })
  await plantPeople()
  const environment = await describeEnvironment()
  const typed = { processes, token: tokens[0] ?? '', book, pauseMs: isSoak ? 150 : 20 }
  nodes = await Promise.all(
    [0, 1].map(async () =>
      createNode({ ...typed, environment: { ...environment, DATA_DIR: await processes.makeFolder() } }),
    ),
  )
}, 120_000)

afterAll(async () => {
  await processes.close()
  await pool.close()
  await postgres.stop()
  await Promise.all([api.close(), telegram.close()])
})

async function plantPeople(): Promise<void> {
  const { db } = pool
  await insertAdvertiser(db)
  groups = await plantChats(db, telegram, CHATS)
  telegram.plant({ people: [{ id: PERSON, first_name: 'Pat', started: true }] })
  const writer = { id: 'writer', telegram_id: String(PERSON), role: 'viewer', login_enabled: true }
  await db.insertInto('members').values(writer).execute()
  admin = await insertSession(db, await insertMember(db, { role: 'admin' }), systemClock)
  const editors = Array.from({ length: 10 }, () => insertMember(db, { role: 'editor' }))
  tokens = await Promise.all((await Promise.all(editors)).map((member) => insertSession(db, member, systemClock)))
}

async function describeEnvironment(): Promise<Record<string, string>> {
  const file = join(dataDir, 'connectors.json')
  const mapping = { pages: { size: 50 } }
  await writeFile(file, JSON.stringify([{ name: 'main', preset: 'generic', url: api.url, token: LEAD_TOKEN, mapping }]))
  return {
    SANDBOX: 'off',
    DATABASE_URL: postgres.url,
    APP_SECRET,
    LEAD_CONNECTORS: file,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_ROOT: telegram.root,
  }
}

const random = createRandom(SEED)
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random.next() * all.length)]
const findAddress = () => pick(nodes.flatMap(({ server }) => server?.address ?? [])) ?? null

function findAdmin(): Client | null {
  const root = findAddress()
  return root === null ? null : createClient({ root, fetch: tally.fetch, token: () => admin })
}

/** Each node's bytes, and when that was. */
const memory = new Map<Node, { at: number; bytes: number }[]>()
const figures = { databaseKills: 0, bothKills: 0, slowestReturn: 0 }

/** Kills something, waits a little and sees to it that all runs again; until the end. */
async function disturb(end: number): Promise<void> {
  const span = end - performance.now()
  for (let round = 0; performance.now() < end; round += 1) {
    await wait((isSoak ? 4_000 : 1_500) + random.next() * (isSoak ? 8_000 : 1_500))
    const isSparing = end - performance.now() < SPARED * span
    const chance = random.next()
    spoil(api, telegram, round * 10)
    if (round % 3 === 1) await killDatabase()
    else if (!isSparing && chance < 0.2) await killAll()
    else await killNode(isSparing ? nodes[1] : pick(nodes))
    api.control.clearFaults()
    telegram.clearFaults()
  }
}

async function killNode(node: Node | undefined): Promise<void> {
  await node?.kill()
  await wait(random.next() * 2_000)
  await node?.start()
}

/** Until both nodes say that they are ready. */
async function killDatabase(): Promise<void> {
  const began = performance.now()
  figures.databaseKills += 1
  await signalDatabase(dataDir, 'SIGKILL')
  for (const { server } of nodes) {
    const ready = async () => (await server?.readiness().catch(() => null))?.status
    await expect.poll(ready, { timeout: 60_000, interval: 100 }).toBe(200)
  }
  figures.slowestReturn = Math.max(figures.slowestReturn, performance.now() - began)
}

async function killAll(): Promise<void> {
  figures.bothKills += 1
  await Promise.all([...nodes.map((node) => node.kill()), signalDatabase(dataDir, 'SIGKILL')])
  await Promise.all(nodes.map((node) => node.start()))
}

async function watchMemory(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    for (const node of nodes) {
      const bytes = await node.readMemory()
      const own = memory.get(node) ?? []
      // What a new process needs says nothing about the one before it.
      memory.set(node, bytes === null ? [] : [...own, { at: performance.now(), bytes }])
    }
    await wait(2_000, undefined, { signal: stopping }).catch(() => undefined)
  }
}

test(
  'everything together, killed again and again: nothing is lost, nothing is doubled, nobody sees an error without words',
  async () => {
    await Promise.all(nodes.map((node) => node.start()))
    const boards = startBoards({ count: BOARDS, tokens, day: today, tally, findAddress })
    const day = startBusyDay({ source, telegram, person: PERSON, today, findAdmin })
    const watching = new AbortController()
    const watched = watchMemory(watching.signal)
    await disturb(performance.now() + MINUTES * MINUTE)
    watching.abort()
    await Promise.all([watched, day.stop(), ...nodes.map((node) => node.stopTyping())])
    await comeToRest(boards, day)
    const kept = await expectNothingLost(day)
    await boards.stop()
    expect(tally.unclear).toEqual([])
    const refused = nodes.flatMap((node) => node.refused)
    expect(refused.filter(({ status, message }) => status !== 503 || !message.endsWith('.'))).toEqual([])
    const growth = readGrowth(nodes[0])
    if (isSoak && MINUTES >= 5) expect(growth.ratio).toBeLessThan(1.25)
    await writeReport({
      minutes: MINUTES,
      boards: { count: BOARDS, reads: boards.reads, events: boards.events, reopened: boards.reopened },
      day,
      kept,
      kills: { nodes: nodes.reduce((sum, node) => sum + node.kills, 0), ...figures },
      slowestStart: Math.max(...nodes.map((node) => node.slowestStart)),
      refused: refused.length,
      tally,
      memory: growth,
    })
  },
  (MINUTES + 10) * MINUTE,
)

/** The outside works again: what was asked for is done, and all boards listen. */
async function comeToRest(boards: OpenBoards, day: BusyDay): Promise<void> {
  const [node] = nodes
  const server = node?.server
  if (!server) throw new Error('no server')
  const sync = async () => {
    const end = await server
      .clientOf(admin)(feedCalls.runSync, {})
      .catch(() => null)
    return end?.reason === 'up_to_date' ? 'success' : (end?.status ?? null)
  }
  // The first ends what was open; what came since is in the second.
  for (let round = 0; round < 2; round += 1)
    await expect.poll(sync, { timeout: 120_000, interval: 500 }).toBe('success')
  const { db } = pool
  // Telegram told of each group that the bot is in, too, and of whoever blocked it.
  const handled = async () => (await db.selectFrom('bot_updates').select('update_id').execute()).length
  await expect.poll(handled, { timeout: 120_000, interval: 500 }).toBe(day.commands + groups + 1)
  const waiting = () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute()
  await expect.poll(waiting, { timeout: 300_000, interval: 500 }).toEqual([])
  const reports = () =>
    db.selectFrom('payout_reports').select('id').where('status', 'in', ['pending', 'running']).execute()
  await expect.poll(reports, { timeout: 120_000, interval: 500 }).toEqual([])
  await expect.poll(() => boards.listening(), { timeout: 30_000 }).toBe(BOARDS)
}

async function expectNothingLost(day: BusyDay) {
  const { db } = pool
  const kept = await expectAllKept(db, book)
  const count = async (table: 'leads' | 'deposits') =>
    (await db.selectFrom(table).select('external_id').execute()).map((row) => row.external_id)
  const leads = await count('leads')
  const deposits = await count('deposits')
  expect([leads.length, new Set(leads).size]).toEqual([day.leads, day.leads])
  expect(deposits).toHaveLength(source.count('deposits'))
  expect(await findDifferences(db)).toEqual(NO_DIFFERENCES)
  const delivered = await db.selectFrom('delivered_by_broker').select('leads').execute()
  expect(delivered.reduce((sum, row) => sum + row.leads, 0)).toBe(day.leads)
  const reports = await db.selectFrom('payout_reports').select(['status', 'error']).execute()
  expect(reports.filter(({ status }) => status !== 'success')).toEqual([])
  const answers = await db.selectFrom('outbox').select('id').where('kind', '=', 'bot.reply').execute()
  expect(answers).toHaveLength(day.commands)
  return {
    ...kept,
    leads: leads.length,
    deposits: deposits.length,
    reports: reports.length,
    messages: await judgeMessages(day),
    early: countEarly(),
  }
}

/** Of each broadcast each chat got one copy, or none and we know why, or we know that we do not know. */
async function judgeMessages(day: BusyDay): Promise<Map<string, number>> {
  const rows = await pool.db
    .selectFrom('outbox')
    .select(['chat_id', 'text', 'state', 'error'])
    .where('kind', '=', 'broadcast')
    .execute()
  const broadcasts = await pool.db.selectFrom('broadcasts').select('id').execute()
  expect(broadcasts.length).toBeGreaterThanOrEqual(day.broadcasts)
  expect(rows).toHaveLength(broadcasts.length * CHATS)
  const arrived = Map.groupBy(
    telegram.chats().flatMap(({ chat }) => telegram.messages(chat.id).map(({ text }) => `${chat.id} ${text}`)),
    (key) => key,
  )
  for (const { chat_id: chat, text, state, error } of rows) {
    const copies = arrived.get(`${chat} ${text}`)?.length ?? 0
    const may = state === 'sent' ? [1] : state === 'unknown' ? [0, 1] : [0]
    expect(may, `${state} ${error ?? ''}: ${chat} ${text}`).toContain(copies)
  }
  const { rows: states } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from outbox group by state order by state`.execute(pool.db)
  return new Map(states.map(({ state, count }) => [state, count]))
}

/** A node may die with a 429 that it has not written down: who comes after it cannot know of that one. */
function countEarly(): number {
  const kills = nodes.reduce((sum, node) => sum + node.kills, 0)
  const early = telegram.calls().filter(({ isEarly }) => isEarly).length
  expect(early).toBeLessThanOrEqual(kills)
  return early
}

/** Of the node that was left alone: its memory in each third of that time, and the last against the first. */
function readGrowth(node: Node | undefined): MemoryGrowth {
  const samples = (node && memory.get(node)) ?? []
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  // In its first half minute a process fills its caches.
  const warm = samples.filter(({ at }) => at > first + Math.min(30 * SECOND, (last - first) / 4))
  const third = Math.max(1, Math.ceil(warm.length / 3))
  const thirds = [0, 1, 2].map((part) => mean(warm.slice(part * third, (part + 1) * third).map(({ bytes }) => bytes)))
  const [before = 0, , after = 0] = thirds
  return { thirds, ratio: before === 0 ? 1 : after / before, minutes: (last - first) / MINUTE }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
}
