import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { createListener, type Listener } from '#platform/db/listen.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { countLeadsOfDay } from '#server/features/leads/service.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLeads, startLeadSync, type TestLeadSync } from '#testing/lead-sync.ts'
import { startFeedJobs } from './jobs.ts'
import { readFreshness, requestSync, startDueSync, syncQueue, type FeedDeps } from './service.ts'

let database: TestDatabase
let world: TestLeadSync
let jobs: Jobs
let listener: Listener
let deps: FeedDeps

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  world = await startLeadSync({ database })
  jobs = createJobs({ url: database.url, log: world.deps.log })
  await jobs.start()
  listener = createListener(database.url, world.deps.log)
  deps = { ...world.deps, jobs, listener, stopping: new AbortController().signal }
})

afterEach(async () => {
  await jobs.stop()
  await listener.close()
  await world.close()
  await database.pool.query('drop schema pgboss cascade')
})

afterAll(() => database.close())

/** After a first sync, so that the worker finds none due when it starts. */
async function startWorker(): Promise<void> {
  await world.sync()
  await startFeedJobs({ ...world.deps, jobs })
}

test('a person who asks for a sync gets its result, without waiting for a worker to look', async () => {
  await startWorker()
  world.source.put('leads', ...buildLeads(3, world.now()))
  const began = performance.now()
  expect(await requestSync(deps, '@anna')).toEqual({
    status: 'success',
    reason: null,
    message: null,
    processedLeads: 3,
    processedDeposits: 0,
  })
  expect(performance.now() - began).toBeLessThan(3_000)
  const runs = await database.db
    .selectFrom('sync_runs')
    .select('new_leads')
    .where('requested_by', '=', '@anna')
    .execute()
  expect(runs).toEqual([{ new_leads: 3 }])
  expect(await requestSync(deps, '@anna')).toMatchObject({ status: 'skipped', reason: 'up_to_date' })
})

test('the sentence of a failed run is the answer', async () => {
  await startWorker()
  world.api.control.addFault({ kind: 'soft-error', message: 'Account suspended' })
  expect(await requestSync(deps, '@anna')).toMatchObject({
    status: 'error',
    message: 'The lead API reported an error: Account suspended',
  })
})

test('while a sync waits or runs, another is told so at once', async () => {
  await jobs.send(syncQueue, { requestId: 'x', requestedBy: 'somebody' })
  expect(await requestSync(deps, '@anna')).toMatchObject({ status: 'skipped', reason: 'already_running' })
})

test('a sync that takes too long goes on by itself', async () => {
  await startWorker()
  world.source.put('leads', ...buildLeads(1, world.now()))
  world.api.control.addFault({ kind: 'delay', milliseconds: 1_000, feed: 'leads' })
  expect(await requestSync(deps, '@anna', 200)).toBeNull()
  await expect.poll(() => countLeadsOfDay(database.db, theDay()), { timeout: 5_000 }).toBe(1)
})

test('without a configured source the answer says so', async () => {
  expect(await requestSync({ ...deps, connectors: [] }, '@anna')).toMatchObject({ reason: 'missing_configuration' })
})

test('a sync is due when the interval has passed since the last start', async () => {
  expect(await startDueSync(deps)).toBe(true)
  expect(await startDueSync(deps)).toBe(false)
  await database.pool.query('delete from pgboss.job')
  await world.sync()
  world.pass(9 * MINUTE + 29 * SECOND)
  expect(await startDueSync(deps)).toBe(false)
  world.pass(SECOND)
  expect(await startDueSync(deps)).toBe(true)
})

test('freshness tells of the last good run', async () => {
  expect(await readFreshness(deps)).toEqual({ syncedAt: null, running: false, intervalMinutes: 10, configured: true })
  await world.sync()
  const syncedAt = world.now()
  world.pass(MINUTE)
  world.api.control.addFault({ kind: 'soft-error' })
  await world.sync()
  expect(await readFreshness(deps)).toMatchObject({ syncedAt, running: false })
})

function theDay() {
  const day = parseDay('2026-11-21')
  if (!day) throw new Error('not a day')
  return day
}
