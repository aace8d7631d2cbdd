import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { logCalls } from '#contract/logs.ts'
import { addDays } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses, type RunningServer } from '#testing/process.ts'
import { findProxy, PROXIES, startProxy, type ProxyName, type RunningProxy } from '#testing/proxies.ts'
import { sendSlowly, startTraffic, takeSlowly, type Traffic, type Transfer } from '#testing/proxy-traffic.ts'
import { capCalls } from '#contract/caps.ts'

// npm run soak proxies: three nodes behind nginx and Caddy as docs/production.md configures them, each node frozen for a
// while (SIGSTOP: its kernel goes on taking connections).

const isSoak = process.env['SOAK'] === '1'
const NODES = 3
const PEOPLE = 12
const FROZEN_MS = 45_000
const LONGEST_READ = 3_000
/** Streams are silent for 30 s before the proxy ends them; then the browser comes back. */
const LONGEST_SILENCE = 35_000
/** For which the table of an export is locked, so that its first byte comes after what reads are given. */
const EXPORT_LOCKED_MS = 4_000
const LOG_LINES = 30_000
/** Of an export, and of an upload, which is far smaller. */
const LEAST_BYTES = 90_000
/** Changes are made all the time: who sits at the frozen node has not heard of one for longer. */
const HEARING_MS = 4_000
const NOBODY_KNOWS = 'Look whether a change was made'

const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
const days = { read: today, changed: addDays(today, 1) }
const processes = createProcesses()
let database: TestDatabase
let nodes: RunningServer[]
let tokens: string[]
let lists = 0

beforeAll(async () => {
  if (!isSoak) return
  database = await createTestDatabase()
  const { db } = database
  await insertAdvertiser(db)
  const signIn = async () => insertSession(db, await insertMember(db, { role: 'admin' }), systemClock)
  tokens = await Promise.all(Array.from({ length: PEOPLE }, signIn))
  await sql`insert into debug_logs (at, level, area, message, metadata)
    select date_trunc('milliseconds', now()), 'info', 'system', 'line ' || n || repeat(' of a log', 20), '{}' from generate_series(1, ${LOG_LINES}) n`.execute(
    db,
  )
  const shared = { SANDBOX: 'off', DATABASE_URL: database.url, APP_SECRET, TRUST_PROXY: '127.0.0.1' }
  nodes = await Promise.all(
    Array.from({ length: NODES }, async () =>
      processes.startServer({ ...shared, DATA_DIR: await processes.makeFolder() }),
    ),
  )
  const [first] = nodes
  for (let index = 0; index < 40; index += 1) {
    const body = buildCapDraft({ date: days.read, sourceNumber: `R-${index}` })
    await first?.clientOf(tokens[0] ?? '')(capCalls.create, { body })
  }
})

afterAll(async () => {
  for (const node of nodes ?? []) node.signal('SIGCONT')
  await processes.close()
  await database?.close()
})

let proxy: RunningProxy | null = null
let traffic: Traffic | null = null
afterEach(async () => {
  for (const node of nodes ?? []) node.signal('SIGCONT')
  await traffic?.stop()
  await proxy?.stop()
  traffic = proxy = null
})
beforeEach(async () => {
  if (isSoak) await database.db.deleteFrom('caps').where('date', '=', days.changed).execute()
})

test.runIf(isSoak).each(PROXIES)(
  '%s: while a node is frozen no read waits for 3 s, no stream for 35, and no export or upload elsewhere is cut',
  async (name) => {
    const path = findProxy(name)
    if (path === null) return sayMissing(name)
    proxy = await startProxy(
      name,
      path,
      nodes.map(({ address }) => new URL(address).port),
    )
    const { address: root } = proxy
    traffic = startTraffic({ root, tokens, days })
    await expect.poll(() => traffic?.countHearing(HEARING_MS)).toBe(PEOPLE)
    const rounds = []
    for (const node of nodes) rounds.push(await freeze(node, root, traffic))
    await traffic.stop()
    report(proxy, traffic, rounds)
    expect(traffic.failedReads).toEqual([])
    expect(Math.max(...traffic.reads)).toBeLessThan(LONGEST_READ)
    expect(Math.max(...rounds.map(({ moved }) => moved))).toBeLessThan(LONGEST_SILENCE)
    expectNothingCut(rounds)
    await expectEachChangeOnce(traffic)
  },
)

function sayMissing(name: ProxyName): void {
  process.stdout.write(`${name} is not installed, so that nothing is known of it: apt-get install nginx caddy\n`)
}

/** While it does, as many exports and uploads are under way as there are nodes, so that some are not at the frozen one. */
async function freeze(node: RunningServer, root: string, seen: Traffic) {
  const release = await lockLogs()
  const exports = nodes.map((_, index) => takeSlowly(`${root}/api${logCalls.export.path}`, tokens[index] ?? ''))
  const uploads = nodes.map((_, index) =>
    sendSlowly(`${root}/api${advertiserCalls.import.path}`, tokens[index] ?? '', listPartners(index)),
  )
  await wait(500)
  node.signal('SIGSTOP')
  const began = performance.now()
  await wait(EXPORT_LOCKED_MS)
  await release()
  await expect.poll(() => seen.countHearing(HEARING_MS), { interval: 100 }).toBe(PEOPLE)
  const moved = performance.now() - began
  await wait(Math.max(0, FROZEN_MS - moved))
  const wokenAt = performance.now()
  node.signal('SIGCONT')
  await expect.poll(async () => (await node.readiness()).status).toBe(200)
  const ended = { exports: await Promise.all(exports), uploads: await Promise.all(uploads) }
  await expect.poll(() => seen.countHearing(HEARING_MS)).toBe(PEOPLE)
  return { ...ended, moved, wokenAt }
}

function listPartners(upload: number): string {
  lists += 1
  const advertisers = Array.from({ length: 2_000 }, (_, index) => ({
    advertiserId: `U-${lists}-${upload}-${index}`,
    name: `Uploaded ${index}`,
  }))
  return JSON.stringify({ advertisers })
}

type Round = Awaited<ReturnType<typeof freeze>>

const isWhole = ({ status, bytes }: Transfer) => status === 200 && bytes > LEAST_BYTES

/**
 * No proxy cuts one. An export at the node that froze is lost when that wakes, since PostgreSQL has ended its
 * transaction meanwhile; of an upload there nobody knows.
 */
function expectNothingCut(rounds: readonly Round[]): void {
  for (const { exports, uploads: sent, wokenAt } of rounds) {
    expect(exports.filter((each) => !isWhole(each) && each.endedAt < wokenAt)).toEqual([])
    const refused = sent.filter((each) => !isWhole(each))
    expect(refused.filter(({ status, text }) => status !== 504 || !text.includes(NOBODY_KNOWS))).toEqual([])
  }
  for (const all of [rounds.flatMap(({ exports }) => exports), rounds.flatMap((round) => round.uploads)])
    expect(all.filter(isWhole).length).toBeGreaterThanOrEqual(all.length / 3)
}

/** Until what it was written for is done, nobody reads the table of the export. */
async function lockLogs(): Promise<() => Promise<void>> {
  const holder = await database.db.startTransaction().execute()
  await sql`lock table debug_logs in access exclusive mode`.execute(holder)
  return async () => {
    await holder.rollback().execute()
  }
}

async function expectEachChangeOnce({ acknowledged, unknown }: Traffic): Promise<void> {
  const rows = await database.db.selectFrom('caps').select('source_number').where('date', '=', days.changed).execute()
  const stored = rows.map((row) => row.source_number)
  expect(new Set(stored).size).toBe(stored.length)
  const known = new Set(stored)
  expect(acknowledged.filter((each) => !known.has(each))).toEqual([])
  // Of each that is not acknowledged it was said that nobody knows.
  expect(unknown.filter((each) => !each.includes(': 504 ') || !each.includes(NOBODY_KNOWS))).toEqual([])
  expect(stored.length).toBeLessThanOrEqual(acknowledged.length + unknown.length)
}

function report({ version }: RunningProxy, { reads, changes, unknown }: Traffic, rounds: readonly Round[]): void {
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
  const sorted = reads.toSorted((a, b) => a - b)
  const share = (part: number) => seconds(sorted[Math.floor(sorted.length * part)] ?? 0)
  const count = (transfers: readonly Transfer[]) => `${transfers.filter(isWhole).length} of ${transfers.length}`
  const told = [
    `${version}: ${reads.length} reads, the slowest ${seconds(sorted.at(-1) ?? 0)}, one of a thousand over ${share(0.999)}`,
    `${changes.length} changes, the slowest ${seconds(Math.max(...changes))}; of ${unknown.length} nobody knows`,
    `all streams hear again after ${rounds.map(({ moved }) => seconds(moved)).join(', ')}`,
    `${count(rounds.flatMap((round) => round.exports))} exports and ${count(rounds.flatMap((round) => round.uploads))} uploads whole`,
  ]
  process.stdout.write(`${told.join('\n')}\n`)
}
