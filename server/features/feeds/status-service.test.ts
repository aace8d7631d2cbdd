import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { feedStatusCalls } from '#contract/feed-status.ts'
import { addMilliseconds, DAY, formatInstant, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { lockDerived } from '#server/features/leads/match-store.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { buildLead, buildLeads, removeRows } from '#testing/lead-rows.ts'
import { backfillQueue } from './backfill-service.ts'
import { followConnector } from './status-service.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})

afterAll(() => capline.close())

beforeEach(async () => {
  capline.leadApi.control.clearFaults()
  // A job that has looked for the last time misses a backfill until the next minute, which no test has.
  const jobs = `select from pgboss.job where name = '${backfillQueue.name}' and state < 'completed'`
  await until(
    async () => (await capline.database.pool.query(jobs)).rowCount,
    (open) => open === 0,
  )
  await removeRows(capline.database)
  await capline.db.deleteFrom('outbox').execute()
})

const zone = zoneOf('Etc/GMT-2')
const dayAgo = (days: number) => zone.dayOf(addMilliseconds(systemClock.now(), -days * DAY))

const alerts = () =>
  capline.db.selectFrom('outbox').select(['chat_id', 'text']).where('kind', '=', 'feed.alert').orderBy('id').execute()

async function setSummaryGroup(value = '-100500'): Promise<void> {
  const row = { key: 'summary_group_id', value, updated_at: formatInstant(systemClock.now()), updated_by: 'test' }
  await capline.db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    await wait(20)
  }
}

const readFeed = async () => (await admin.call(feedStatusCalls.readStatus, {})).connectors[0]

test('a feed that fails is told once, and once when it is back', async () => {
  await setSummaryGroup()
  capline.leadApi.control.addFault({ kind: 'status', status: 404, times: 3 })
  for (let run = 0; run < 3; run += 1) expect(await capline.sync()).toMatchObject({ status: 'error' })
  expect(await alerts()).toEqual([
    {
      chat_id: '-100500',
      text: expect.stringMatching(/^The lead feed main fails: The lead API refused the request: it answered 404/),
    },
  ])
  expect((await readFeed())?.failingSince).not.toBeNull()
  await capline.sync()
  await capline.sync()
  expect((await alerts()).map(({ text }) => text)).toEqual([
    expect.stringContaining('fails'),
    expect.stringMatching(/^The lead feed main works again, after 1 min\.$/),
  ])
  expect((await readFeed())?.failingSince).toBeNull()
})

test('without a summary group nobody is told, and the screen says it', async () => {
  await capline.db.deleteFrom('settings').where('key', '=', 'summary_group_id').execute()
  capline.leadApi.control.addFault({ kind: 'soft-error', message: 'Account suspended' })
  await capline.sync()
  expect(await alerts()).toEqual([])
  expect(await readFeed()).toMatchObject({
    name: 'main',
    preset: 'generic',
    lastGoodAt: null,
    last: { status: 'error', message: 'The lead API reported an error: Account suspended' },
  })
})

test('a summary group that is set while a feed fails is told then; who was not told is not told that it is back', async () => {
  await capline.db.deleteFrom('settings').where('key', '=', 'summary_group_id').execute()
  capline.leadApi.control.addFault({ kind: 'status', status: 404, times: 3 })
  await capline.sync()
  expect(await alerts()).toEqual([])
  await setSummaryGroup()
  await capline.sync()
  await capline.sync()
  expect(await alerts()).toHaveLength(1)
  await capline.sync()
  expect((await alerts()).map(({ text }) => text)).toEqual([
    expect.stringContaining('fails'),
    expect.stringContaining('works again'),
  ])

  await capline.db.deleteFrom('settings').where('key', '=', 'summary_group_id').execute()
  capline.leadApi.control.addFault({ kind: 'status', status: 404, times: 1 })
  await capline.sync()
  await setSummaryGroup()
  await capline.sync()
  expect(await alerts()).toHaveLength(2)
})

test('the group that was told of the failure is told that it is back, also if another one is set meanwhile', async () => {
  await setSummaryGroup()
  capline.leadApi.control.addFault({ kind: 'status', status: 404, times: 2 })
  await capline.sync()
  await setSummaryGroup('-100600')
  await capline.sync()
  await capline.sync()
  expect(await alerts()).toEqual([
    { chat_id: '-100500', text: expect.stringContaining('fails') },
    { chat_id: '-100500', text: expect.stringContaining('works again') },
  ])
})

test('a run shows what each feed came to, and its bad rows with their reasons', async () => {
  capline.source.put('leads', ...buildLeads(60, systemClock.now()))
  capline.leadApi.control.addFault({ kind: 'bad-rows', feed: 'leads', rows: [{ id: 'x', geo: 'DE' }] })
  expect(await capline.sync()).toMatchObject({ status: 'success' })
  const [run] = await admin.call(feedStatusCalls.listRuns, {})
  expect(run).toMatchObject({ status: 'success', newLeads: 60, badRows: 1 })
  expect(run?.parts).toMatchObject([
    { connector: 'main', status: 'success', bad: [{ kind: 'leads', reason: 'createdAt is missing' }] },
  ])
  expect(await readFeed()).toMatchObject({ newLeads: 60, last: { badRows: 1 } })
})

test('runs that began at the same instant are in the order of their ids, newest first', async () => {
  const run = { started_at: formatInstant(addMilliseconds(systemClock.now(), DAY)), requested_by: 'test' }
  const ids = ['run-2', 'run-3', 'run-1']
  await capline.db
    .insertInto('sync_runs')
    .values(ids.map((id) => ({ ...run, id, ended_at: run.started_at, status: 'success' as const })))
    .execute()
  const runs = await admin.call(feedStatusCalls.listRuns, {})
  expect(runs.slice(0, 3).map(({ id }) => id)).toEqual(['run-3', 'run-2', 'run-1'])
})

test('whoever runs a sync by hand hears with what words the lead API answers', async () => {
  await setSummaryGroup()
  capline.leadApi.control.addFault({ kind: 'html', times: 1 })
  expect(await capline.sync()).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/where JSON was expected: “Sign in Please sign in”/),
  })
})

test('a backfill reads days anew to its end, and leaves the checkpoint of the runs alone', async () => {
  capline.source.put('leads', ...buildLeads(250, addMilliseconds(systemClock.now(), -20 * DAY)))
  await capline.sync()
  const checkpoint = () => capline.db.selectFrom('feeds').selectAll().orderBy('kind').execute()
  const before = await checkpoint()
  const newBefore = (await readFeed())?.newLeads ?? 0
  await capline.db.deleteFrom('leads').where('external_id', '<', 'lead-2').execute()
  const backfill = await admin.call(feedStatusCalls.startBackfill, {
    body: { connector: 'main', from: dayAgo(25), to: dayAgo(1) },
  })
  expect(backfill).toMatchObject({ connector: 'main', state: expect.stringMatching(/waiting|running/) })
  const done = await until(readFeed, (feed) => feed?.backfill?.state === 'done')
  expect(done?.backfill).toMatchObject({ progress: 1, newLeads: 112, badRows: 0, message: null })
  expect(done?.newLeads).toBe(newBefore + 112)
  expect(await checkpoint()).toEqual(before)
})

test('a backfill can be stopped, and only one of a feed is open', async () => {
  capline.source.put('leads', ...buildLeads(250, addMilliseconds(systemClock.now(), -20 * DAY)))
  capline.leadApi.control.addFault({ kind: 'delay', milliseconds: 60_000 })
  const body = { connector: 'main', from: dayAgo(25), to: dayAgo(1) }
  const { id } = await admin.call(feedStatusCalls.startBackfill, { body })
  await expect(admin.call(feedStatusCalls.startBackfill, { body })).rejects.toMatchObject({ status: 409 })
  await until(readFeed, (feed) => feed?.backfill?.state === 'running')
  const stop = () => admin.call(feedStatusCalls.stopBackfill, { params: { id } })
  const heard = await hearChanges(capline.database, async () =>
    expect(await stop()).toMatchObject({ state: 'stopped' }),
  )
  expect(heard).toEqual([{ topic: 'leads', days: [] }])
  // It has ended: nobody stops it again.
  expect(await hearChanges(capline.database, stop)).toEqual([])
  const history = await capline.db
    .selectFrom('changes')
    .select(['action', 'actor', 'after'])
    .where('subject_id', '=', id)
    .orderBy('position')
    .execute()
  const actor = `@${admin.member.handle}`
  expect(history).toMatchObject([
    { action: 'backfill.started', actor, after: { connector: 'main', state: 'waiting' } },
    { action: 'backfill.stopped', actor, after: { connector: 'main', state: 'stopped' } },
  ])
  await expect(admin.call(feedStatusCalls.stopBackfill, { params: { id: 'none' } })).rejects.toMatchObject({
    status: 404,
  })
})

test.each([
  [{ connector: 'other', from: '2026-01-01', to: '2026-01-02' }, 404],
  [{ connector: 'main', from: '2026-01-03', to: '2026-01-02' }, 400],
  [{ connector: 'main', from: '2026-01-03', to: '2190-01-01' }, 400],
  [{ connector: 'main', from: 'soon', to: '2026-01-02' }, 400],
])('a backfill of %o is refused with %i', async (body, status) => {
  await expect(admin.call(feedStatusCalls.startBackfill, { body })).rejects.toMatchObject({ status })
})

test('a sync and a backfill of the same rows at the same time store each row once', async () => {
  const leads = buildLeads(3_000, instantFromMilliseconds(systemClock.now() - DAY))
  capline.source.put('leads', ...leads, buildLead({ id: 'old', createdAt: formatInstant(systemClock.now()) }))
  const body = { connector: 'main', from: dayAgo(3), to: dayAgo(0) }
  const [result] = await Promise.all([capline.sync(), admin.call(feedStatusCalls.startBackfill, { body })])
  expect(result.status).toBe('success')
  const feed = await until(readFeed, (one) => one?.backfill?.state === 'done')
  expect(result.processedLeads + (feed?.backfill?.newLeads ?? 0)).toBe(3_001)
  expect(await findDifferences(capline.db)).toEqual(NO_DIFFERENCES)
})

/** So many transactions of this database wait for another one. */
async function awaitWaiting(count: number): Promise<void> {
  const read = async () => {
    const { rowCount } = await capline.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await until(read, (waiting) => waiting === count)
}

test('a connector is changed while a page of its backfill waits for a sync: both are done, one after the other', async () => {
  await capline.sync()
  const at = formatInstant(addMilliseconds(systemClock.now(), -40 * DAY))
  capline.source.put('leads', buildLead({ id: 'of-the-backfill', createdAt: at, updatedAt: at }))
  const syncing = await capline.db.startTransaction().execute()
  await lockDerived(syncing)
  await admin.call(feedStatusCalls.startBackfill, {
    body: { connector: 'main', from: dayAgo(45), to: dayAgo(35) },
  })
  await awaitWaiting(1)
  const step = { connector: 'main', step: 'restart', isAsked: false, requestedBy: 'test' } as const
  const deps = { clock: systemClock, jobs: { send: async () => null } }
  const changed = capline.db.transaction().execute((tx) => followConnector(tx, deps, step))
  await awaitWaiting(2)
  await syncing.commit().execute()
  await changed
  const feed = await until(readFeed, (one) => one?.backfill?.state !== 'running')
  expect(feed?.backfill).toMatchObject({ state: expect.stringMatching(/stopped|done/), newLeads: 1 })
})
