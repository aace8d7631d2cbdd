import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsCalls } from '#contract/analytics.ts'
import { capCalls } from '#contract/caps.ts'
import { leadCalls } from '#contract/leads.ts'
import { payoutDetailCalls } from '#contract/payout-details.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { settingCalls } from '#contract/settings.ts'
import { statementCalls } from '#contract/statements.ts'
import { addMilliseconds, formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Database } from '#platform/db/database.ts'
import { openReplica } from '#platform/db/replica.ts'
import { openLeadFile } from '#server/features/lead-list/search-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { buildDeposit, buildLead, secrets } from '#testing/lead-rows.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { startReplicated, type Replicated } from '#testing/servers/replicated.ts'

// A streaming replica answers what is only read, and nobody can tell: an answer is never older than its question.

let servers: Replicated
let capline: TestCapline
let admin: SignedIn
let leads = 0
const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())

beforeAll(async () => {
  servers = await startReplicated()
  const environment = { DATABASE_READ_URL: servers.readUrl }
  capline = await startTestCapline({ database: servers.database, environment })
  admin = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
})

afterAll(() => capline.close())

async function readFigure(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${capline.address}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

/** Reads that the replica and the primary have answered while something was done. */
async function countReads(act: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const read = async (server: string) => (await readFigure(`capline_reads_total{server="${server}"}`)) ?? 0
  const before = [await read('replica'), await read('primary')] as const
  await act()
  return { replica: (await read('replica')) - before[0], primary: (await read('primary')) - before[1] }
}

async function readReasons(): Promise<string> {
  return (await fetch(`${capline.address}/readyz`)).text()
}

/** What was told is kept for 2 s, and the heartbeat comes every 2 s. */
const SOON = { interval: 100 }

/** Writes of three kinds, each seen by the read right after it. */
async function expectOwnWritesSeen(): Promise<void> {
  putLeads(1)
  await capline.sync()
  const day = await admin.call(analyticsCalls.daily, { query: { date: today } })
  expect(day.totals.leads).toBe(leads)
  const found = await admin.call(leadCalls.search, { query: { search: `lead-${leads - 1}` } })
  expect(found.leads).toHaveLength(1)
  const invalid = `Refused ${leads}`
  await admin.call(settingCalls.save, { params: { key: 'invalid_statuses' }, body: { value: invalid } })
  const statuses = await admin.call(leadCalls.listStatuses, {})
  expect(statuses.map(({ name }) => name)).toContain(invalid)
}

function putLeads(count: number): void {
  const now = systemClock.now()
  for (let each = 0; each < count; each++) {
    const at = formatInstant(addMilliseconds(now, -each))
    capline.source.put('leads', buildLead({ id: `lead-${leads}`, createdAt: at, updatedAt: at, email: '' }))
    leads += 1
  }
}

async function whenUsed(): Promise<void> {
  const readOnce = () => countReads(() => admin.call(leadCalls.listConnectors, {}))
  await expect.poll(readOnce, SOON).toEqual({ replica: 1, primary: 0 })
}

test('whoever writes, on whatever node, finds it in the next read, which the replica answers', async () => {
  await whenUsed()
  const counted = await countReads(async () => {
    for (let round = 0; round < 8; round++) await expectOwnWritesSeen()
  })
  expect(counted.replica + counted.primary).toBe(24)
  // On a busy machine one may have been waited for in vain, and those after it until the next heartbeat.
  expect(counted.replica).toBeGreaterThan(12)
})

test('a replica takes every read that it is offered, and what a report is made of', async () => {
  const now = formatInstant(systemClock.now())
  capline.source.put('deposits', buildDeposit({ leadId: 'lead-0', createdAt: now, updatedAt: now }))
  await capline.sync()
  await admin.call(capCalls.create, {
    body: buildCapDraft({ date: today, geo: 'DE', sourceNumber: '44', workingHours: '24/7' }),
  })
  await whenUsed()
  const range = { startDate: today, endDate: today }
  const counted = await countReads(async () => {
    const { id } = await admin.call(payoutCalls.queue, { body: { start: today, end: today } })
    const params = { id }
    await expect
      .poll(async () => (await admin.call(payoutCalls.read, { params, query: {} })).status, SOON)
      .toBe('success')
    const report = await admin.call(payoutCalls.read, { params, query: {} })
    const of = { params: { id, affiliateId: '44' } }
    const capId = report.summary?.deals[0]?.capId ?? ''
    await admin.call(analyticsCalls.range, { query: { ...range, countBy: 'lead' } })
    await admin.call(analyticsCalls.quality, { query: range })
    await admin.call(analyticsCalls.planned, { query: range })
    await admin.call(analyticsCalls.export, { query: { ...range, table: 'quality' } })
    const { first } = await admin.call(leadCalls.search, { query: {} })
    await admin.call(leadCalls.countNewer, { query: { before: first ?? '' } })
    await admin.call(leadCalls.export, { query: { geo: 'DE' } })
    await admin.call(payoutCalls.findLatest, { query: {} })
    await admin.call(payoutCalls.list, { query: {} })
    await admin.call(payoutCalls.listDealLeads, { params: { id, capId }, query: {} })
    await admin.call(payoutDetailCalls.listDeals, { params, query: {} })
    await admin.call(payoutDetailCalls.listExtras, { params, query: {} })
    await admin.call(payoutDetailCalls.listDeposits, { params, query: {} })
    await admin.call(payoutDetailCalls.exportDeals, { params, query: {} })
    await admin.call(payoutDetailCalls.exportLeads, { params: { id, capId }, query: {} })
    await admin.call(statementCalls.read, of)
    await admin.call(statementCalls.export, { ...of, query: {} })
    await admin.call(statementCalls.preview, of)
  })
  expect(counted.primary).toBe(0)
  expect(counted.replica).toBeGreaterThanOrEqual(21)
})

test('while it is behind, the primary answers, and how far it is behind is told', async () => {
  await whenUsed()
  await servers.pauseReplay(true)
  const counted = await countReads(expectOwnWritesSeen)
  expect(counted).toEqual({ replica: 0, primary: 3 })
  await expect.poll(() => readFigure('capline_replica_behind_seconds'), SOON).toBeGreaterThan(0)
  await servers.pauseReplay(false)
  await whenUsed()
  await expect.poll(() => readFigure('capline_replica_behind_seconds'), SOON).toBe(0)
})

test('one that freezes keeps nobody from reading, and is used again when it is back', async () => {
  await servers.signal('SIGSTOP')
  // Waits for the replica; those who ask for the same afterwards do not wait with it, and not for its failure.
  const early = admin.call(analyticsCalls.daily, { query: { date: today } })
  await expectOwnWritesSeen()
  expect((await early).date).toBe(today)
  await expect.poll(readReasons, SOON).toContain('The replica at DATABASE_READ_URL does not answer')
  await expectOwnWritesSeen()
  await servers.signal('SIGCONT')
  await whenUsed()
  await expect.poll(readReasons, SOON).not.toContain('DATABASE_READ_URL')
})

test('only what says that the replica is away turns other readers from it', async () => {
  const { log, text } = createMemoryLog()
  const { db: primary } = capline
  const answered: string[] = []
  const onRead = (server: string) => answered.push(server)
  const ask = async (query: string) => sql.raw<Record<string, unknown>>(query).execute(primary)
  const replica = openReplica({ url: servers.readUrl, primary: ask, log, onRead })
  const read = async (there: () => Promise<unknown>) => {
    await replica.read(there, () => Promise.resolve(null))
    return answered.splice(0)
  }
  const nothing = () => Promise.resolve(null)
  const end = (db: Database) => () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
  await expect.poll(() => read(nothing), SOON).toEqual(['replica'])
  const cancel = () =>
    replica.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 10`.execute(tx)
      await sql`select pg_sleep(10)`.execute(tx)
    })
  expect(await read(cancel)).toEqual(['primary'])
  expect(await read(end(primary))).toEqual(['primary'])
  expect(text()).not.toMatch(/canceling statement|terminating connection/)
  await expect.poll(() => read(end(replica.db)), SOON).toEqual(['primary'])
  expect(text()).toMatch(/terminating connection/)
  await replica.close()
})

test('one that was killed and is back at once, as it was some time ago, answers nothing that is older than asked', async () => {
  putLeads(1)
  await capline.sync()
  await whenUsed()
  await servers.restart('1h')
  const found = await admin.call(leadCalls.search, { query: { search: `lead-${leads - 1}` } })
  expect(found.leads).toHaveLength(1)
  await expectOwnWritesSeen()
  await servers.restart('0')
  await whenUsed()
})

test('a file of leads that the replica began is ended by the primary', async () => {
  putLeads(2_100)
  await capline.sync()
  const replica = connect(servers.readUrl, { onError: () => undefined })
  const opened = await openLeadFile({ db: replica.db, primary: capline.db, secrets }, {})
  if (!opened.ok) throw new Error(opened.reason)
  const { parts } = opened.value
  const first = await parts.next()
  await servers.signal('SIGKILL')
  const second = await parts.next()
  await replica.close()
  expect((first.value?.length ?? 0) + (second.value?.length ?? 0)).toBe(leads)
})
