import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { commandTexts } from '#contract/texts/commands.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { tryLock } from '#platform/db/election.ts'
import { createListener, type Listener } from '#platform/db/listen.ts'
import { pause } from '#platform/db/pauses.ts'
import { keepHouse } from '#platform/jobs/housekeeping.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { patientTransport } from '#platform/leads/configured.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { handleUpdate } from '#server/features/bot/service.ts'
import { syncCommands } from '#server/features/bot/sync-bot.ts'
import { countLeadsOfDay } from '#server/features/leads/service.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLeads, connectTo, slow, startLeadSync, type TestLeadSync } from '#testing/lead-sync.ts'
import { startFeedJobs } from './jobs.ts'
import { readFreshness, requestSync, sendSyncIn, startDueSync, syncQueue, type FeedDeps } from './service.ts'

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
  await database.pool.query('delete from pgboss.job')
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

test('a sync whose predecessor fell silent and still holds the lock comes once that is free', async () => {
  await startWorker()
  world.source.put('leads', ...buildLeads(1, world.now()))
  const silent = await tryLock(database.url, 'leads.sync')
  const answer = requestSync(deps, '@anna')
  const again = async () => (await database.pool.query(`select from pgboss.job where state = 'retry'`)).rowCount
  await expect.poll(again).toBe(1)
  await silent?.release()
  expect(await answer).toMatchObject({ status: 'success', processedLeads: 1 })
})

test('a sync whose end could not be written down is told with what it had stored', async () => {
  await startWorker()
  world.source.put('leads', ...buildLeads(3, world.now()))
  await failOnce(database, 'update of ended_at on sync_parts')
  expect(await requestSync(deps, '@anna')).toMatchObject({ status: 'success', reason: null, processedLeads: 3 })
})

test('a sync that takes too long goes on by itself', async () => {
  await startWorker()
  world.source.put('leads', ...buildLeads(1, world.now()))
  world.api.control.addFault({ kind: 'delay', milliseconds: 1_000, feed: 'leads' })
  expect(await requestSync(deps, '@anna', 200)).toBeNull()
  await expect.poll(() => countLeadsOfDay(database.db, THE_DAY)).toBe(1)
})

test.each([
  ['that is down', { status: 502 }, 'The lead API cannot be reached: it answered 502'],
  ['that asks to be left alone', { status: 503, retryAfter: '60' }, 'The lead API is busy: it answered 503'],
])(
  'a lead API %s is told to who waits, as retries end well before the wait, and not to the group',
  async (_, fault, sentence) => {
    const sleep = async (_wait: number, signal: AbortSignal) => pause(MINUTE, signal)
    await world.sync()
    await startFeedJobs({ ...world.deps, connectors: [connectTo(world.api.url, { ...patientTransport, sleep })], jobs })
    world.api.control.addFault({ kind: 'status', times: 100, ...fault })
    const message = expect.stringContaining(sentence)
    expect(await requestSync(deps, '@anna', 6_000)).toMatchObject({ status: 'error', message })
    expect(await database.db.selectFrom('failing_connectors').selectAll().execute()).toEqual([])
  },
)

test('a sync that an update asks for is sent with it: not where it is rolled back, and once where it is had again', async () => {
  const { db } = database
  await db
    .insertInto('members')
    .values({ id: 'anna', telegram_id: '7', handle: 'anna', role: 'admin', login_enabled: true })
    .execute()
  const take = (updateId: number) =>
    handleUpdate(describeBot(), { id: '1', username: 'bot' }, { ...buildSyncUpdate(), updateId })
  await failOnce(database, 'insert on outbox')
  await expect(take(1)).rejects.toThrow('a bad moment')
  expect(await listSyncs()).toEqual([])
  await take(1)
  expect(await listSyncs()).toEqual(['@anna'])
  expect(await listReplies()).toEqual([commandTexts.syncStarted])
  // Another one, while that waits.
  await take(2)
  expect(await listSyncs()).toEqual(['@anna'])
  expect((await listReplies()).at(-1)).toBe(syncTexts.alreadyRunning)
})

function describeBot() {
  return {
    ...world.deps,
    features: [syncCommands((tx, by) => sendSyncIn(tx, deps, by))],
    readGroups: async () => ({ allowed: [], summary: [] }),
  }
}

function buildSyncUpdate() {
  const chat = { id: '7', type: 'private', title: 'Anna' } as const
  const message = {
    senderId: '7',
    messageId: 1,
    inTopic: false,
    topic: null,
    text: '/sync',
    writtenAt: null,
    passedOnAt: null,
  }
  return { kind: 'message', chat, ...message, replyTo: null, migratedTo: null } as const
}

async function failOnce({ pool }: TestDatabase, what: string): Promise<void> {
  await pool.query(`
    drop sequence if exists tries;
    create sequence tries;
    create or replace function fail_once() returns trigger language plpgsql as
    $$ begin if nextval('tries') = 1 then raise 'a bad moment'; end if; return new; end $$;
    create trigger fail_once before ${what} for each row execute function fail_once();`)
}

async function listSyncs(): Promise<string[]> {
  const { rows } = await database.pool.query<{ by: string }>(
    `select data ->> 'requestedBy' as by from pgboss.job where name = $1`,
    [syncQueue.name],
  )
  return rows.map(({ by }) => by)
}

async function listReplies(): Promise<string[]> {
  const rows = await database.db.selectFrom('outbox').select('text').orderBy('id').execute()
  return rows.map(({ text }) => text)
}

test('without a configured source the answer says so', async () => {
  const none = { ...deps, connectors: [] }
  expect(await requestSync(none, '@anna')).toMatchObject({ reason: 'missing_configuration' })
  const sent = database.db.transaction().execute((tx) => sendSyncIn(tx, none, '@anna'))
  expect(await sent).toBe('missing_configuration')
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

test('a start before the clock was set back puts off no sync, and from the next one on the interval counts', async () => {
  world.pass(2 * HOUR)
  await world.sync()
  world.pass(-2 * HOUR)
  expect(await startDueSync(deps)).toBe(true)
  await database.pool.query('delete from pgboss.job')
  await world.sync()
  world.pass(MINUTE)
  expect(await startDueSync(deps)).toBe(false)
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

test('freshness is that of the feed which was read longest ago, of those that are configured', async () => {
  const [main, other] = [world.connect(), world.connect({ name: 'other' })]
  const both = { ...deps, connectors: [main, other] }
  await world.sync({ connectors: [other] })
  expect(await readFreshness(both)).toMatchObject({ syncedAt: null })
  const syncedAt = world.now()
  world.pass(MINUTE)
  await world.sync({ connectors: [main] })
  expect(await readFreshness(both)).toMatchObject({ syncedAt })
  expect(await readFreshness({ ...deps, connectors: [main] })).toMatchObject({ syncedAt: world.now() })
})

test('what was read stays known when no feed is configured any more, as far as the last sync had it of each', async () => {
  const none = { ...deps, connectors: [] }
  expect(await readFreshness(none)).toMatchObject({ syncedAt: null, configured: false })
  const [main, other, former] = [world.connect(), world.connect({ name: 'other' }), world.connect({ name: 'former' })]
  await world.sync({ connectors: [former] })
  world.pass(MINUTE)
  const syncedAt = world.now()
  await world.sync({ connectors: [main, other] })
  world.pass(MINUTE)
  await world.sync({ connectors: [main, broken(other)] })
  expect(await readFreshness(none)).toMatchObject({ syncedAt, configured: false })
})

test('a feed that fails for longer than runs are kept is known up to its last good turn', async () => {
  const [main, other] = [world.connect(), world.connect({ name: 'other' })]
  const syncedAt = world.now()
  await world.sync({ connectors: [main, other] })
  world.pass(DAY)
  await world.sync({ connectors: [main, broken(other)] })
  world.pass(91 * DAY)
  await world.sync({ connectors: [main, broken(other)] })
  await keepHouse(world.deps, new AbortController().signal)
  expect(await readFreshness({ ...deps, connectors: [main, other] })).toMatchObject({ syncedAt })
  const kept = await database.db.selectFrom('sync_runs').select('started_at').orderBy('started_at').execute()
  expect(kept.map((run) => run.started_at)).toEqual([syncedAt, world.now()])
})

function broken(connector: Connector): Connector {
  return {
    ...connector,
    async *readPages() {
      yield { kind: 'failed', failure: { reason: 'lead_api.unreachable', message: 'Gone.' } }
    },
  }
}

test('of a sync that takes its time all is known up to when it was asked, and not to its end', async () => {
  const freshness = () => readFreshness({ ...deps, connectors: [main] })
  const main = world.connect()
  const asked = world.now()
  await world.sync({ connectors: [slow(world, main, { pageTakes: MINUTE })] })
  expect(await freshness()).toMatchObject({ syncedAt: asked })

  world.source.put('leads', ...buildLeads(250, world.now()))
  const askedAgain = world.now()
  await world.sync({ connectors: [slow(world, main, { pageTakes: MINUTE, pages: 1 })] })
  expect(await freshness()).toMatchObject({ syncedAt: asked })
  world.pass(HOUR)
  await world.sync({ connectors: [main] })
  expect(await freshness()).toMatchObject({ syncedAt: askedAgain })
  world.pass(MINUTE)
  await world.sync({ connectors: [main] })
  expect(await freshness()).toMatchObject({ syncedAt: world.now() })
})

const THE_DAY = brandText<Day>('2026-11-21')

test('a feed with more than fits into a turn goes on with the next run, so that no other waits for its end', async () => {
  world.source.put('leads', ...buildLeads(450, world.now()))
  const connectors = [slow(world, world.connect(), { pageTakes: 6 * MINUTE })]
  const message = 'The lead feed has more pages than one sync can read. The next sync continues.'
  expect(await world.sync({ connectors })).toMatchObject({ status: 'success', message, processedLeads: 200 })
  // What the source has forgotten by then is read to its end, or it would be begun for ever.
  await database.db.updateTable('feeds').set({ cursor: 'forgotten' }).where('kind', '=', 'leads').execute()
  expect(await world.sync({ connectors })).toMatchObject({ status: 'success', message: null, processedLeads: 250 })
  // So is a window that no later run could continue.
  await database.db.deleteFrom('feeds').execute()
  const endless = connectors.map((one) => ({ ...one, reach: { ...one.reach, longestWindow: 0 } }))
  expect(await world.sync({ connectors: endless })).toMatchObject({ status: 'success', message: null })
})

test('what the database refuses for good ends the run with that, and stores nothing of the page', async () => {
  const { db } = database
  world.source.put('leads', ...buildLeads(250, world.now()))
  await sql`alter table leads add constraint refused check (external_id <> 'lead-150')`.execute(db)
  try {
    expect(await world.sync()).toMatchObject({
      status: 'error',
      reason: null,
      message: expect.stringMatching(/^The rows cannot be stored: .*violates check constraint "refused"\.$/),
      processedLeads: 100,
    })
  } finally {
    await sql`alter table leads drop constraint refused`.execute(db)
  }
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 150 })
})
