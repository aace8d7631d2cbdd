import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, fromDayNumber, dayNumberOf } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, formatInstant, HOUR, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/feed-run.ts'
import type { ConnectorEntry } from '#platform/leads/connector-file.ts'
import { patientTransport } from '#platform/leads/configured.ts'
import { createLog } from '#platform/log.ts'
import { createArraySource } from '#sandbox/lead-api/array-source.ts'
import type { FaultRuleInput } from '#sandbox/lead-api/faults.ts'
import { FTD_GOAL } from '#sandbox/lead-api/irev.ts'
import { startLeadApi, USERNAME } from '#sandbox/lead-api/server.ts'
import type { LeadSource } from '#sandbox/lead-api/source.ts'
import { createWorld } from '#sandbox/world/world.ts'
import { syncLeads } from '#server/features/feeds/sync-service.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { secrets } from '#testing/lead-rows.ts'
import { buildDeposit, buildLead, buildLeads, connectTo, OWN_MACHINE, removeRows, TOKEN } from '#testing/lead-sync.ts'
import { takeCall } from '#server/features/feeds/service.ts'

// Each connector against the shape that it was made for, over HTTP. Advertisers are one here: two of the vendors name none.

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const ONE = { constants: { advertiserId: 'one' }, windows: { historyDays: 30 } }
const VENDORS = ['irev', 'trackbox', 'hypernet'] as const
type Spoken = 'generic' | (typeof VENDORS)[number]
const ENTRIES: Record<Spoken, Partial<ConnectorEntry>> = {
  generic: { preset: 'generic', mapping: { pages: { size: 70 } } },
  irev: {
    preset: 'irev',
    mapping: { ...ONE, pages: { size: 40 }, deposits: { goal: FTD_GOAL }, rateLimit: null },
  },
  trackbox: { preset: 'trackbox', username: USERNAME, password: TOKEN, mapping: ONE },
  hypernet: { preset: 'hypernet', mapping: { ...ONE, pages: { size: 1_000 } } },
}

interface Setting {
  source: LeadSource
  time: number
  callsAnHour?: number
}

/** A stand-in, and syncs of one preset against it; time moves only when a test moves it. */
async function start({ source, time, callsAnHour = 1_000_000 }: Setting) {
  await removeRows(database)
  let now = instantFromMilliseconds(time)
  const clock = { now: () => now }
  const api = await startLeadApi({ token: TOKEN, source, now: clock.now, callsAnHour })
  const transport = { ...patientTransport, clock, sleep: async () => undefined }
  const deps = {
    db: database.db,
    directUrl: database.url,
    clock,
    log: createLog('silent', { pretty: false }),
    secrets,
    sourceReach: OWN_MACHINE,
  }
  return {
    api,
    clock,
    pass: (milliseconds: number) => void (now = addMilliseconds(now, milliseconds)),
    sync: (preset: Spoken, changes: Partial<ConnectorEntry> = {}, more: Partial<typeof transport> = {}) =>
      syncLeads(
        { ...deps, connectors: [connectTo(api.url, { ...transport, ...more }, { ...ENTRIES[preset], ...changes })] },
        { requestId: null, requestedBy: 'test', signal: new AbortController().signal },
      ),
    [Symbol.asyncDispose]: () => api.close(),
  }
}

/** What every vendor tells of a lead and its first deposit, in whole seconds. */
async function readMeaning() {
  const { rows } = await database.pool.query(`
    select l.external_id as id, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created, l.day,
      l.geo, l.source_number, coalesce(l.email_key, '') as email, coalesce(l.status, '') as status,
      (select to_char(min(d.created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') from deposits d
        where d.connector = l.connector and d.lead_id = l.external_id) as deposited
    from leads l order by l.external_id`)
  return rows
}

describe('a world comes in the same through every connector', () => {
  const first = fromDayNumber(dayNumberOf(2026, 11, 1))
  const world = createWorld({ seed: 7, zone: 'Etc/GMT-2', start: first })
  const time = world.zone.startOf(addDays(first, 2)) + 5 * HOUR
  let expected: unknown[]

  beforeAll(async () => {
    await using setting = await start({ source: world, time })
    expect(await setting.sync('generic')).toMatchObject({ status: 'success' })
    expected = await readMeaning()
    expect(expected.length).toBeGreaterThan(500)
  })

  const FAULTS: FaultRuleInput[] = [
    { kind: 'drop', probability: 0.1, seed: 1 },
    { kind: 'repeated-page', probability: 0.1, seed: 2 },
    { kind: 'shuffled-page', probability: 0.2, seed: 3 },
    { kind: 'status', status: 502, probability: 0.1, seed: 4 },
    { kind: 'truncated-json', probability: 0.05, seed: 5 },
    { kind: 'swapped-pages', probability: 0.05, seed: 7 },
  ]

  test.each(['generic', ...VENDORS] as const)(
    '%s, also with pages that are dropped, repeated and in disorder',
    async (preset) => {
      await using setting = await start({ source: world, time })
      for (const fault of FAULTS) setting.api.control.addFault(fault)
      await setting.sync(preset)
      setting.api.control.clearFaults()
      expect(await setting.sync(preset)).not.toMatchObject({ status: 'error' })
      expect(await readMeaning()).toEqual(expected)
      expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
      setting.pass(HOUR)
      expect(await setting.sync(preset)).toMatchObject({ status: 'success' })
    },
    60_000,
  )
})

const NOON = Date.UTC(2026, 10, 21, 12)

describe.each(VENDORS)('%s', (preset) => {
  test('shows a late deposit under its old registration date, in the daily look back', async () => {
    const source = createArraySource()
    source.put('leads', buildLead({ createdAt: '2026-11-01T09:00:00Z' }))
    await using setting = await start({ source, time: NOON })
    await setting.sync(preset)
    source.put('deposits', buildDeposit({ createdAt: '2026-11-21T11:30:00Z', updatedAt: '2026-11-21T11:30:00Z' }))
    setting.pass(HOUR)
    expect(await setting.sync(preset)).toMatchObject({ status: 'success', processedDeposits: 0 })
    setting.pass(DAY)
    expect(await setting.sync(preset)).toMatchObject({ status: 'success', processedDeposits: 1 })
    const deposits = await database.db.selectFrom('deposits').select(['lead_id', 'created_at', 'estimated']).execute()
    expect(deposits).toEqual([{ lead_id: 'lead-1', created_at: Date.UTC(2026, 10, 21, 11, 30), estimated: false }])
  })

  test('tells an error that comes as 200, and keeps its checkpoint', async () => {
    const source = createArraySource()
    await using setting = await start({ source, time: NOON })
    await setting.sync(preset)
    const before = await database.db.selectFrom('feeds').select(['synced_until']).execute()
    setting.api.control.addFault({ kind: 'soft-error', message: 'Account suspended', times: 100 })
    setting.pass(HOUR)
    expect(await setting.sync(preset)).toMatchObject({
      status: 'error',
      message: 'The lead API reported an error: Account suspended',
    })
    expect(await database.db.selectFrom('feeds').select(['synced_until']).execute()).toEqual(before)
  })

  test('loses no row that another pulls over the edge of a page while old leads are read', async () => {
    const source = createArraySource()
    const leads = buildLeads(450, instantFromMilliseconds(Date.UTC(2026, 5, 1)))
    source.put('leads', ...leads)
    await using setting = await start({ source, time: NOON })
    let asked = 0
    // The newest lead goes once the first page that has any was read.
    const takeCallAndDrift = async () => {
      const rows = setting.api.control.requests().filter((request) => request.rows > 0).length
      if (rows === 1 && asked === 0) {
        asked = 1
        source.remove('leads', 'lead-449')
      }
      return null
    }
    const mapping = { ...ENTRIES[preset].mapping, windows: { historyDays: 400 } }
    await setting.sync(preset, { mapping }, { takeCall: takeCallAndDrift })
    const { rows } = await database.pool.query('select count(*)::int as n from leads where external_id <> $1', [
      'lead-449',
    ])
    expect(rows).toEqual([{ n: 449 }])
  })
})

test.each(['trackbox', 'hypernet'] as const)('%s: a bad row of a later page is told by its place', async (preset) => {
  const source = createArraySource()
  const leads = buildLeads(250, instantFromMilliseconds(NOON - HOUR))
  source.put('leads', ...leads)
  source.put('deposits', ...leads.map(({ id }) => buildDeposit({ id: `deposit-${id}`, leadId: id })))
  // Newest first: 230 rows come before it.
  source.put('leads', buildLead({ ...leads[19], geo: '' }))
  await using setting = await start({ source, time: NOON })
  expect(await setting.sync(preset)).toMatchObject({ status: 'success', processedLeads: 249 })
  const bad = await database.db.selectFrom('sync_bad_rows').select(['kind', 'position']).execute()
  expect(bad).toEqual([{ kind: 'leads', position: 230 }])
})

test.each(['trackbox', 'hypernet'] as const)('%s: a deposit that vanishes stands, and is told once', async (preset) => {
  const source = createArraySource()
  source.put('leads', buildLead())
  source.put('deposits', buildDeposit())
  await using setting = await start({ source, time: NOON })
  await setting.sync(preset)
  source.remove('deposits', 'deposit-1')
  await setting.sync(preset)
  await setting.sync(preset)
  expect(await database.db.selectFrom('deposits').select('external_id').execute()).toHaveLength(1)
  expect(await database.db.selectFrom('vanished_deposits').select('external_id').execute()).toHaveLength(1)
})

test('hypernet: a deposit without an instant is first seen now, and that never moves', async () => {
  const source = createArraySource()
  source.put('leads', buildLead({ status: 'NoAnswer' }))
  source.put('deposits', buildDeposit())
  await using setting = await start({ source, time: NOON })
  const mapping = { ...ENTRIES.hypernet.mapping, deposits: { fields: { createdAt: 'nowhere' } } }
  await setting.sync('hypernet', { mapping })
  setting.pass(HOUR)
  await setting.sync('hypernet')
  const deposits = await database.db.selectFrom('deposits').select(['created_at', 'estimated']).execute()
  expect(deposits).toEqual([{ created_at: NOON, estimated: true }])
})

test('irev: the calls of an hour are never exceeded, over runs, and what is left is read later', async () => {
  const source = createArraySource()
  source.put('leads', ...buildLeads(900, instantFromMilliseconds(Date.UTC(2026, 10, 20))))
  await using setting = await start({ source, time: NOON, callsAnHour: 10 })
  const rateLimit = { calls: 10, minutes: 60 }
  const mapping = { ...ENTRIES.irev.mapping, rateLimit }
  const take = (share: number) =>
    takeCall({ db: database.db, clock: setting.clock }, 'main', { ...rateLimit, calls: rateLimit.calls * share })
  const run = () => setting.sync('irev', { mapping }, { takeCall: take })
  const first = await run()
  expect(first).toMatchObject({ status: 'success', message: expect.stringMatching(/continues at 13:00 UTC/) })
  expect(first.processedLeads).toBeLessThan(900)
  setting.pass(10 * 60_000)
  expect(await run()).toMatchObject({ status: 'success', processedLeads: 0 })
  // What comes in meanwhile does not wait for the days gone by.
  source.put('leads', buildLead({ id: 'news', createdAt: formatInstant(setting.clock.now()) }))
  setting.pass(HOUR)
  await run()
  const stored = await database.db.selectFrom('leads').select('external_id').execute()
  expect(stored.length).toBeLessThan(900)
  expect(stored).toContainEqual({ external_id: 'news' })
  for (let hour = 0; hour < 5; hour += 1) {
    setting.pass(HOUR)
    await run()
  }
  expect(setting.api.control.requests().map(({ status }) => status)).not.toContain(429)
  expect(await database.db.selectFrom('leads').select('external_id').execute()).toHaveLength(901)
})

/** Of four weeks, 200 leads each. */
function fourWeeks() {
  const source = createArraySource()
  for (let week = 0; week < 4; week += 1) {
    const at = instantFromMilliseconds(Date.UTC(2026, 10, 20 - 7 * week))
    source.put('leads', ...buildLeads(200, at).map((lead) => ({ ...lead, id: `${week} ${lead.id}` })))
  }
  return source
}

test('irev: what comes in while much is read is in it, however many runs that takes', async () => {
  const source = fourWeeks()
  await using setting = await start({ source, time: NOON })
  let calls = 0
  const slowly = async () => {
    setting.pass(10 * MINUTE)
    calls += 1
    if (calls === 5)
      source.put('leads', { ...buildLead({ createdAt: formatInstant(setting.clock.now()) }), id: 'news' })
    return null
  }
  const runs: SyncOutcome[] = []
  do runs.push(await setting.sync('irev', {}, { takeCall: slowly }))
  while (runs.at(-1)?.message && runs.length < 40)
  expect(runs.reduce((sum, { processedLeads }) => sum + processedLeads, 0)).toBe(801)
})

test('irev: a window that was left open for weeks goes on where it was', async () => {
  await using setting = await start({ source: fourWeeks(), time: NOON })
  const readWindow = () =>
    database.db.selectFrom('feeds').select(['window_started_at', 'cursor']).where('kind', '=', 'leads').execute()
  const runOf = (calls: number) => {
    let left = calls
    const take = async () => (left-- > 0 ? null : addMilliseconds(setting.clock.now(), HOUR))
    return setting.sync('irev', {}, { takeCall: take })
  }
  await runOf(3)
  const before = await readWindow()
  setting.pass(40 * DAY)
  // The first asks what came since.
  await runOf(3)
  await runOf(3)
  const after = await readWindow()
  expect(after).toMatchObject([{ window_started_at: before[0]?.window_started_at }])
  expect(after[0]?.cursor).not.toBe(before[0]?.cursor)
})

test('irev: what comes in while a long window is open neither waits for it nor keeps it from its end', async () => {
  const source = fourWeeks()
  await using setting = await start({ source, time: NOON, callsAnHour: 10 })
  const rateLimit = { calls: 10, minutes: 60 }
  const take = (share: number) =>
    takeCall({ db: database.db, clock: setting.clock }, 'main', { ...rateLimit, calls: rateLimit.calls * share })
  const count = async () => (await database.db.selectFrom('leads').select('external_id').execute()).length
  const runFor = async (hours: number, until = Number.POSITIVE_INFINITY) => {
    for (let at = 0; at < hours * HOUR && (await count()) < until; at += 5 * MINUTE) {
      setting.pass(5 * MINUTE)
      await setting.sync('irev', { mapping: { ...ENTRIES.irev.mapping, rateLimit } }, { takeCall: take })
    }
  }
  await runFor(1)
  // More than an hour's calls can read.
  const news = buildLeads(500, setting.clock.now()).map((lead) => ({ ...lead, id: `news ${lead.id}` }))
  source.put('leads', ...news)
  await runFor(12, 1_300)
  expect(await count()).toBe(1_300)
})

test('statuses stay as they were sent', async () => {
  const source = createArraySource()
  const at = formatInstant(instantFromMilliseconds(NOON - HOUR))
  source.put('leads', buildLead({ id: 'a', status: 'No Answer', createdAt: at }))
  source.put('leads', buildLead({ id: 'b', status: 'NoAnswer', createdAt: at }))
  await using setting = await start({ source, time: NOON })
  await setting.sync('trackbox')
  const statuses = await database.db.selectFrom('leads').select('status').orderBy('external_id').execute()
  expect(statuses).toEqual([{ status: 'No Answer' }, { status: 'NoAnswer' }])
})
