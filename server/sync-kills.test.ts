import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedCalls } from '#contract/feeds.ts'
import { addMilliseconds, DAY, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Database } from '#platform/db/database.ts'
import { createArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, USERNAME, type LeadApi } from '#sandbox/lead-api/server.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { buildDeposit, buildLead } from '#testing/lead-rows.ts'
import { PATIENCE } from '#testing/patience.ts'
import { createProcesses, findDatabase, signalDatabase, type RunningServer } from '#testing/process.ts'

// The server and PostgreSQL are killed again and again during syncs of two connectors, against a stand-in that drops,
// delays, repeats and reorders its pages. In the end every row must be there once, and every count be right. The soak alone
// does it: in short, a process that syncs is killed in `sync-crash.test.ts`, and the server and PostgreSQL in
// `together.test.ts`.

const isSoak = process.env['SOAK'] === '1'
const TIMEOUT = 7_200_000
/** `SYNC_KILLS` makes it shorter, `SYNC_SEED` another one. */
const KILLS = Number(process.env['SYNC_KILLS'] ?? 200)
const DATABASE_KILLS = Math.ceil(KILLS / 10)
const SEED = Number(process.env['SYNC_SEED'] ?? 5)
/** A killed job must be taken again within this. */
const TAKEN_AGAIN = 30_000
/** In most rounds the killed job is forgotten, so that the next sync need not wait for its heartbeat to end. */
const ROUNDS_A_WAIT = 20

const LEADS_AT_FIRST = 600
const TOKEN = 'kills'
const processes = createProcesses()
const source = createArraySource()
const birth = systemClock.now()
let api: LeadApi
let environment: Record<string, string>
let token = ''

beforeAll(async () => {
  const dataDir = await processes.makeFolder()
  api = await startLeadApi({ token: TOKEN, source, now: () => systemClock.now() })
  const connectors = [
    { name: 'main', preset: 'generic', url: api.url, token: TOKEN, mapping: { pages: { size: 20 } } },
    {
      name: 'box',
      preset: 'trackbox',
      url: api.url,
      token: TOKEN,
      username: USERNAME,
      password: TOKEN,
      mapping: { constants: { advertiserId: 'one' }, windows: { historyDays: 5, sliceDays: 1 } },
    },
  ]
  await writeFile(join(dataDir, 'connectors.json'), JSON.stringify(connectors))
  environment = { SANDBOX: 'off', DATA_DIR: dataDir, LEAD_CONNECTORS: join(dataDir, 'connectors.json') }
  putLeads(0, LEADS_AT_FIRST)
  const server = await processes.startServer(environment)
  token = await inDatabase(async (db) => insertSession(db, await insertMember(db, { role: 'admin' }), systemClock))
  await server.kill()
})

afterAll(async () => {
  await processes.close()
  await api.close()
})

async function inDatabase<T>(work: (db: Database, pool: ReturnType<typeof connect>['pool']) => Promise<T>): Promise<T> {
  const found = await findDatabase(environment['DATA_DIR'] ?? '')
  const { db, pool, close } = connect(found?.url ?? '', { onError: () => undefined })
  try {
    return await work(db, pool)
  } finally {
    await close()
  }
}

/** Leads of the last two days, a tenth of them with a deposit. */
function putLeads(first: number, count: number): void {
  for (let index = first; index < first + count; index += 1) {
    const at = formatInstant(addMilliseconds(birth, (index % 2_000) * 60_000 - 2 * DAY))
    source.put(
      'leads',
      buildLead({ id: `lead-${index}`, createdAt: at, updatedAt: at, email: `p${index}@example.org` }),
    )
    if (index % 10 === 0)
      source.put('deposits', buildDeposit({ id: `d-${index}`, leadId: `lead-${index}`, createdAt: at, updatedAt: at }))
  }
}

function spoilPages(seed: number): void {
  api.control.clearFaults()
  api.control.addFault({ kind: 'delay', milliseconds: 15, probability: 0.5, seed })
  api.control.addFault({ kind: 'drop', probability: 0.03, seed: seed + 1 })
  api.control.addFault({ kind: 'repeated-page', probability: 0.05, seed: seed + 2 })
  api.control.addFault({ kind: 'swapped-pages', probability: 0.05, seed: seed + 3 })
  api.control.addFault({ kind: 'shuffled-page', probability: 0.1, seed: seed + 4 })
}

const rowsServed = () => api.control.requests().filter(({ rows }) => rows > 0).length

async function seeRequests(count: number, limit = 60_000): Promise<void> {
  const end = performance.now() + limit
  while (rowsServed() < count) {
    if (performance.now() > end) throw new Error(`no ${count} requests within ${limit} ms`)
    await wait(5)
  }
}

const isRunOpen = () =>
  inDatabase(async (db) => {
    const open = await db.selectFrom('sync_runs').select('id').where('ended_at', 'is', null).execute()
    return open.length > 0
  })

const forgetJob = () => inDatabase((_db, pool) => pool.query(`delete from pgboss.job where name = 'leads.sync'`))

const runSync = (server: RunningServer) => server.clientOf(token)(feedCalls.runSync, {})

async function syncToEnd(server: RunningServer): Promise<void> {
  const sync = async () => (await runSync(server).catch(() => null))?.status
  await expect.poll(sync, { timeout: 2 * PATIENCE, interval: 500 }).toBe('success')
}

/** When to kill: after so many pages, and so many milliseconds. */
const moment = fc.record({ pages: fc.integer({ min: 1, max: 25 }), pause: fc.integer({ min: 0, max: 30 }) })

test.runIf(isSoak)(
  'killed again and again during syncs: every row is there once, and every count is right',
  async () => {
    const began = performance.now()
    let taken = 0
    let midway = 0
    let isCutOff = false
    for (const [round, { pages, pause }] of fc.sample(moment, { seed: SEED, numRuns: KILLS }).entries()) {
      spoilPages(SEED * 1_000_000 + round * 10)
      putLeads(LEADS_AT_FIRST + round * 5, 5)
      // Only what was cut off is there to be taken again.
      const mustTakeAgain = isCutOff && round % ROUNDS_A_WAIT === ROUNDS_A_WAIT - 1
      if (!mustTakeAgain) await forgetJob()
      api.control.forgetRequests()
      const server = await processes.startServer(environment)
      const ready = performance.now()
      if (!mustTakeAgain) void runSync(server).catch(() => undefined)
      await seeRequests(1, mustTakeAgain ? TAKEN_AGAIN : 60_000)
      if (mustTakeAgain) taken = Math.max(taken, performance.now() - ready)
      // A sync that is over before that is killed at rest.
      await seeRequests(pages, 3_000).catch(() => undefined)
      await wait(pause)
      await server.kill()
      isCutOff = await isRunOpen()
      if (isCutOff) midway += 1
    }
    expect(taken).toBeLessThan(TAKEN_AGAIN)
    // Kills at rest prove little: most must hit a sync at work.
    expect(midway).toBeGreaterThan(KILLS / 3)
    const killed = performance.now()

    const last = await processes.startServer(environment)
    for (const [round, { pages, pause }] of fc.sample(moment, { seed: SEED + 1, numRuns: DATABASE_KILLS }).entries()) {
      spoilPages(SEED * 1_000_000 + 500_000 + round * 10)
      putLeads(LEADS_AT_FIRST + (KILLS + round) * 5, 5)
      api.control.forgetRequests()
      void runSync(last).catch(() => undefined)
      await seeRequests(Math.min(pages, 5), MINUTE)
      await wait(pause)
      await signalDatabase(environment['DATA_DIR'] ?? '', 'SIGKILL')
      await expect.poll(() => last.readiness()).toMatchObject({ status: 200 })
    }
    api.control.clearFaults()
    // The first ends the windows that were open; what came to pages that had been read by then is in the next.
    await syncToEnd(last)
    await syncToEnd(last)
    await expectAllOnce(LEADS_AT_FIRST + (KILLS + DATABASE_KILLS) * 5)
    await last.kill()
    const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1)
    const ended = performance.now()
    process.stdout.write(
      `${KILLS} kills, ${midway} of them in the middle of a sync, ${seconds((killed - began) / KILLS)} s each; taken again within ${seconds(taken)} s; ${DATABASE_KILLS} kills of PostgreSQL, ${seconds((ended - killed) / DATABASE_KILLS)} s each\n`,
    )
  },
  TIMEOUT,
)

async function expectAllOnce(count: number): Promise<void> {
  await inDatabase(async (db, pool) => {
    const { rows: leads } = await pool.query('select connector, count(*)::int as n from leads group by 1 order by 1')
    expect(leads).toEqual(['box', 'main'].map((connector) => ({ connector, n: count })))
    const { rows: deposits } = await pool.query(
      'select connector, count(*)::int as n from deposits group by 1 order by 1',
    )
    expect(deposits).toEqual(['box', 'main'].map((connector) => ({ connector, n: source.count('deposits') })))
    expect(await findDifferences(db)).toEqual(NO_DIFFERENCES)
    const { rows: runs } = await pool.query(
      `select sum(new_leads)::int as leads, count(*) filter (where ended_at is null)::int as open from sync_runs`,
    )
    expect(runs).toEqual([{ leads: 2 * count, open: 0 }])
    const { rows: parts } = await pool.query(
      `select sum(new_leads)::int as leads, count(*) filter (where ended_at is null)::int as open from sync_parts`,
    )
    expect(parts).toEqual([{ leads: 2 * count, open: 0 }])
  })
}
