import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMilliseconds, DAY, formatInstant, HOUR, MINUTE } from '#domain/kernel/instant.ts'
import type { Connector, PageResult } from '#platform/leads/connector.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { secrets } from '#testing/lead-rows.ts'
import { buildDeposit, buildLead, buildLeads, slow, startLeadSync, type TestLeadSync } from '#testing/lead-sync.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'

let database: TestDatabase
let world: TestLeadSync

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  world = await startLeadSync({ database })
})

afterAll(() => database.close())

afterEach(async () => {
  expect(await findDifferences(world.database.db)).toEqual(NO_DIFFERENCES)
  await world.close()
})

const delivered = () =>
  world.database.db
    .selectFrom('delivered_by_broker')
    .select(['day', 'geo_key', 'advertiser_id', 'source_number', 'leads'])
    .where('leads', '>', 0)
    .orderBy('day')
    .orderBy('geo_key')
    .execute()

const lead = (id: string) =>
  world.database.db.selectFrom('leads').selectAll().where('external_id', '=', id).executeTakeFirst()

const deposit = (id: string) =>
  world.database.db.selectFrom('deposits').selectAll().where('external_id', '=', id).executeTakeFirst()

const lastRun = () =>
  world.database.db
    .selectFrom('sync_runs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const feed = (kind: string) =>
  world.database.db.selectFrom('feeds').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow()

const dataVersion = async () =>
  (await world.database.db.selectFrom('data_version').select('version').executeTakeFirstOrThrow()).version

const GONE: PageResult = { kind: 'failed', failure: { reason: 'lead_api.unreachable', message: 'Gone.' } }

/** A connector whose pages pass through a hand. */
function wrap(
  connector: Connector,
  touch: (result: PageResult, page: number) => PageResult | Promise<PageResult>,
): Connector {
  async function* readPages(...args: Parameters<Connector['readPages']>): AsyncGenerator<PageResult, void, void> {
    let page = 0
    for await (const result of connector.readPages(...args)) {
      const touched = await touch(result, page)
      yield touched
      if (touched.kind !== 'page') return
      page += 1
    }
  }
  return { ...connector, readPages }
}

const laterThan = (milliseconds: number) => formatInstant(addMilliseconds(world.now(), milliseconds))

test('a first run takes everything, over all pages', async () => {
  world.source.put('leads', ...buildLeads(250, world.now()))
  world.source.put('deposits', buildDeposit())
  expect(await world.sync()).toEqual({
    status: 'success',
    reason: null,
    message: null,
    processedLeads: 250,
    processedDeposits: 1,
  })
  expect(await delivered()).toEqual([
    { day: '2026-11-21', geo_key: 'DE', advertiser_id: 'adv-1', source_number: '44', leads: 250 },
  ])
  const run = await lastRun()
  expect(run).toMatchObject({
    status: 'success',
    pages: 4,
    new_leads: 250,
    new_deposits: 1,
    changed_leads: 0,
    bad_rows: 0,
  })
  expect(run.ended_at).not.toBeNull()
  expect(world.api.control.requests()[0]?.query).toEqual({ limit: '100' })
})

test('a lead falls onto its local day, and its keys are folded', async () => {
  const lateEvening = '2026-11-20T22:30:00Z'
  world.source.put('leads', buildLead({ createdAt: lateEvening, geo: ' uk', sourceNumber: '#44', email: ' A@B.org ' }))
  await world.sync()
  expect(await lead('lead-1')).toMatchObject({
    day: '2026-11-21',
    geo: 'UK',
    geo_key: 'GB',
    source_number: '44',
    email: 'A@B.org',
    email_key: secrets.signEmail('a@b.org'),
  })
})

test('while nothing changes at the source, a run is up to date and changes nothing', async () => {
  world.source.put('leads', buildLead())
  await world.sync()
  const before = await dataVersion()
  expect(await world.sync()).toMatchObject({ status: 'skipped', reason: 'up_to_date', processedLeads: 0 })
  expect(await dataVersion()).toBe(before)
})

test('a second run takes only what is new, and reaches back three days', async () => {
  world.source.put('leads', buildLead({ updatedAt: laterThan(-HOUR) }))
  await world.sync()
  world.source.put('leads', buildLead({ id: 'lead-2', updatedAt: laterThan(-MINUTE) }))
  world.api.control.forgetRequests()
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 1 })
  expect(world.api.control.requests()[0]?.query['updatedSince']).toBe(laterThan(-HOUR - 3 * DAY))
  expect(await lastRun()).toMatchObject({ new_leads: 1, changed_leads: 0 })
})

test('once a day a run reaches back sixty days, whatever the ETag says', async () => {
  world.source.put('leads', buildLead({ updatedAt: laterThan(-HOUR) }))
  await world.sync()
  const reached = laterThan(-HOUR - 60 * DAY)
  world.pass(DAY)
  world.api.control.forgetRequests()
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 0 })
  expect(world.api.control.requests()[0]).toMatchObject({ status: 200, query: { updatedSince: reached } })
  expect(await world.sync()).toMatchObject({ reason: 'up_to_date' })
})

test('a corrected geo moves the lead from one count to the other', async () => {
  world.source.put('leads', ...buildLeads(2, world.now()))
  await world.sync()
  world.source.put(
    'leads',
    buildLead({ id: 'lead-0', createdAt: laterThan(0), updatedAt: laterThan(MINUTE), geo: 'FR' }),
  )
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 0 })
  expect((await delivered()).map((row) => [row.geo_key, row.leads])).toEqual([
    ['DE', 1],
    ['FR', 1],
  ])
  expect(await lastRun()).toMatchObject({ new_leads: 0, changed_leads: 1 })
})

test('a lead that turns out to be a test is taken back, and test leads never come in', async () => {
  world.source.put('leads', ...buildLeads(2, world.now()), buildLead({ id: 'probe', isTest: true }))
  await world.sync()
  expect(await lastRun()).toMatchObject({ new_leads: 2, test_leads: 1 })
  world.source.put(
    'leads',
    buildLead({ id: 'lead-0', createdAt: laterThan(0), updatedAt: laterThan(MINUTE), isTest: true }),
  )
  await world.sync()
  expect(await lead('lead-0')).toBeUndefined()
  expect((await delivered()).map((row) => row.leads)).toEqual([1])
})

test('an older version of a lead does not come back', async () => {
  world.source.put('leads', buildLead({ geo: 'FR', updatedAt: laterThan(-MINUTE) }))
  await world.sync()
  world.source.put('leads', buildLead({ geo: 'DE', updatedAt: laterThan(-HOUR) }))
  await world.sync()
  expect(await lead('lead-1')).toMatchObject({ geo: 'FR' })
})

test('the instant of a deposit never moves, what it pays may', async () => {
  world.source.put('deposits', buildDeposit())
  await world.sync()
  world.source.put('deposits', buildDeposit({ createdAt: laterThan(0), updatedAt: laterThan(MINUTE), payout: 450.5 }))
  expect(await world.sync()).toMatchObject({ status: 'success', processedDeposits: 0 })
  expect(await deposit('deposit-1')).toMatchObject({
    created_at: Date.UTC(2026, 10, 20, 12),
    day: '2026-11-20',
    estimated: false,
    payout: '450.50',
  })
})

test.each(['repeated-page', 'shuffled-page', 'swapped-pages'] as const)('a %s changes nothing', async (kind) => {
  world.source.put('leads', ...buildLeads(350, world.now()))
  world.api.control.addFault({ kind, times: 2 })
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 350 })
  expect(world.api.control.faults()).toEqual([])
  expect((await delivered()).map((row) => row.leads)).toEqual([350])
})

test('a bad row is skipped and counted, the rest of the page stands', async () => {
  world.source.put('leads', ...buildLeads(50, world.now()))
  world.api.control.addFault({ kind: 'bad-rows', feed: 'leads' })
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 50 })
  expect((await lastRun()).bad_rows).toBeGreaterThan(0)
})

test('a window that takes several runs is judged as a whole, whichever of them its bad rows fell into', async () => {
  world.source.put('leads', ...buildLeads(150, world.now()))
  const main = world.connect()
  await world.sync({ connectors: [slow(world, main, { pages: 1 })] })
  world.api.control.addFault({
    kind: 'bad-rows',
    feed: 'leads',
    rows: Array.from({ length: 10 }, () => ({ id: null })),
  })
  // 10 of 60 are too many, 10 of 160 are not.
  expect(await world.sync({ connectors: [main] })).toMatchObject({ status: 'success', processedLeads: 50 })
})

test('good rows of many runs do not hide that the fields have changed since: that run fails, and the window goes on', async () => {
  world.source.put('leads', ...buildLeads(350, world.now()))
  const main = world.connect()
  await world.sync({ connectors: [slow(world, main, { pages: 1 })] })
  await world.database.db.updateTable('feeds').set({ window_rows: 1_000_000 }).where('kind', '=', 'leads').execute()
  const rows = Array.from({ length: 1_000 }, () => ({ id: null }))
  world.api.control.addFault({ kind: 'bad-rows', feed: 'leads', rows })
  expect(await world.sync({ connectors: [main] })).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^1000 of 1100 rows of the leads feed cannot be used/),
    processedLeads: 100,
  })
  expect(await world.sync({ connectors: [main] })).toMatchObject({ status: 'success', processedLeads: 150 })
})

test('with more than a tenth bad the run fails and says so, and the next one asks for the same again', async () => {
  world.source.put('leads', ...buildLeads(50, world.now()))
  world.api.control.addFault({ kind: 'bad-rows', feed: 'leads', rows: Array.from({ length: 6 }, () => ({ id: null })) })
  expect(await world.sync()).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^6 of 56 rows of the leads feed cannot be used/),
    processedLeads: 50,
  })
  expect(await feed('leads')).toMatchObject({ synced_until: null, etag: null, cursor: null })
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 0 })
})

test('a feed whose rows are all bad fails, however few there are', async () => {
  world.api.control.addFault({ kind: 'bad-rows', feed: 'leads', rows: [{ id: null }] })
  const message = expect.stringMatching(/^1 of 1 rows of the leads feed cannot be used/)
  expect(await world.sync()).toMatchObject({ status: 'error', message })
})

test('a source that fails in the middle: what came stands, and the next run goes on from there', async () => {
  world.source.put('leads', ...buildLeads(250, world.now()))
  const breaking = wrap(world.connect(), (result, page) => (page < 2 ? result : GONE))
  expect(await world.sync({ connectors: [breaking] })).toMatchObject({
    status: 'error',
    message: 'Gone.',
    processedLeads: 200,
  })
  world.api.control.forgetRequests()
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 50 })
  expect(world.api.control.requests()[0]?.query['cursor']).toBeTruthy()
})

test('a cursor that the source has forgotten: the window starts over', async () => {
  world.source.put('leads', ...buildLeads(50, world.now()))
  await world.sync()
  await world.database.db
    .updateTable('feeds')
    .set({ cursor: 'forgotten', window_started_at: formatInstant(world.now()), synced_until: null })
    .where('kind', '=', 'leads')
    .execute()
  world.source.put('leads', buildLead({ id: 'new' }))
  expect(await world.sync()).toMatchObject({ status: 'success', processedLeads: 1 })
  expect(await feed('leads')).toMatchObject({ cursor: null })
})

test('a run that was stopped ends as interrupted', async () => {
  world.source.put('leads', ...buildLeads(50, world.now()))
  expect(await world.sync({ signal: AbortSignal.abort() })).toMatchObject({ status: 'error', reason: 'interrupted' })
  expect(await lastRun()).toMatchObject({ status: 'error', reason: 'interrupted' })
})

test('a page of a run that was overtaken is refused', async () => {
  world.source.put('leads', ...buildLeads(250, world.now()))
  const overtaken = wrap(world.connect(), async (result) => {
    await world.database.db.updateTable('feeds').set({ run_id: 'another' }).execute()
    return result
  })
  expect(await world.sync({ connectors: [overtaken] })).toMatchObject({ reason: 'interrupted', processedLeads: 0 })
  expect(await delivered()).toEqual([])
})

test('a feed that is changed while its leads are asked for is not asked for deposits with its old settings', async () => {
  await world.sync()
  world.api.control.forgetRequests()
  const changed = wrap(world.connect(), async (result) => {
    await world.database.db.updateTable('feeds').set({ run_id: null }).execute()
    return result
  })
  expect(await world.sync({ connectors: [changed] })).toMatchObject({ reason: 'interrupted' })
  expect(world.api.control.requests().map(({ path }) => path)).toEqual(['/leads'])
})

test('the same ids of two connectors are two leads', async () => {
  world.source.put('leads', buildLead())
  const connectors = [world.connect(), world.connect({ name: 'second' })]
  expect(await world.sync({ connectors })).toMatchObject({ processedLeads: 2 })
  expect((await delivered()).map((row) => row.leads)).toEqual([2])
})

test('what several connectors say stands in sentences, each with its name', async () => {
  const connectors = [world.connect(), world.connect({ name: 'second' })]
  world.api.control.addFault({ kind: 'soft-error', message: 'Quota used up', times: 2 })
  expect(await world.sync({ connectors })).toMatchObject({
    message:
      'main: The lead API reported an error: Quota used up. second: The lead API reported an error: Quota used up',
  })
})

test('without a configured source nothing runs and nothing is recorded', async () => {
  expect(await world.sync({ connectors: [] })).toMatchObject({ status: 'skipped', reason: 'missing_configuration' })
  expect(await world.database.db.selectFrom('sync_runs').select('id').execute()).toEqual([])
})

test('a change is announced with its days, in the transaction that makes it', async () => {
  const heard = await hearChanges(world.database, async () => {
    world.source.put('leads', buildLead())
    await world.sync()
    await world.sync()
  })
  expect(heard).toEqual([{ topic: 'leads', days: ['2026-11-20'] }])
})
