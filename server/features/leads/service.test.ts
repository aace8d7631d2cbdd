import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { formatInstant, HOUR, instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { formatRow } from '#domain/payouts/rows.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { hearChanges } from '#testing/heard-changes.ts'
import { buildDeposit, buildLead, removeRows, storeLeadRows } from '#testing/lead-rows.ts'
import { findLead } from '#testing/payout-reference.ts'
import { countMoves, findDifferences, NO_DIFFERENCES, rebuild, rebuildDerived } from './rebuild-service.ts'
import { countLeadsOfDay } from './service.ts'

const NOW = instantFromMilliseconds(Date.UTC(2026, 10, 21, 10))
const clock = { now: () => NOW }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(() => removeRows(database))

afterAll(() => database.close())

function store(page: Parameters<typeof storeLeadRows>[2]) {
  return storeLeadRows(database.db, clock, page)
}

async function readKeys() {
  const rows = await database.db
    .selectFrom('delivered_by_broker')
    .select(['day', 'geo_key', 'advertiser_id', 'source_number', 'leads', 'deposits'])
    .orderBy('day')
    .orderBy('geo_key')
    .execute()
  return rows.map((row) => [row.day, row.geo_key, row.advertiser_id, row.source_number, row.leads, row.deposits])
}

test('leads and deposits count on their own days, under folded keys', async () => {
  await store({
    leads: [buildLead({ geo: 'uk', sourceNumber: '#44' })],
    deposits: [buildDeposit({ createdAt: '2026-11-21T12:00:00Z' })],
  })
  expect(await readKeys()).toEqual([
    ['2026-11-20', 'GB', 'adv-1', '44', 1, 0],
    ['2026-11-21', 'GB', 'adv-1', '44', 0, 1],
  ])
})

test('the advertiser of a lead is the registered one in whatever case the source writes it', async () => {
  await database.db.insertInto('advertisers').values({ id: 'a', advertiser_id: 'HYP1', name: 'Hypo' }).execute()
  const email = 'jo@x.test'
  await store({
    leads: [buildLead({ advertiserId: 'hyp1' }), buildLead({ id: 'lead-2', advertiserId: 'new-1', email })],
    deposits: [
      buildDeposit({ advertiserId: 'Hyp1' }),
      buildDeposit({ id: 'deposit-2', leadId: undefined, advertiserId: 'NEW-1', email }),
    ],
  })
  await database.db.deleteFrom('advertisers').execute()
  expect(new Set(await readKeys())).toEqual(
    new Set([
      ['2026-11-20', 'DE', 'HYP1', '44', 1, 1],
      ['2026-11-20', 'DE', 'new-1', '44', 1, 0],
      ['2026-11-20', 'DE', 'NEW-1', '44', 0, 1],
    ]),
  )
  const paid = await database.db.selectFrom('deposits').select('found_lead_id').orderBy('external_id').execute()
  expect(paid.map((deposit) => deposit.found_lead_id)).toEqual(['lead-1', 'lead-2'])
})

test('a deposit that came first is counted as unknown until its lead comes', async () => {
  await store({ deposits: [buildDeposit()] })
  expect(await readKeys()).toEqual([['2026-11-20', '', '', '', 0, 1]])
  await store({ leads: [buildLead({ geo: 'FR' })] })
  expect(await readKeys()).toEqual([['2026-11-20', 'FR', 'adv-1', '44', 1, 1]])
})

test('what a tracker noted is kept, and is a change once it is another; as it came it is none', async () => {
  const tracked = (sub1: string, updatedAt: string) => buildLead({ clickId: 'c', sub1, updatedAt })
  expect(await store({ leads: [tracked('a', '2026-11-20T09:00:00Z')] })).toMatchObject({ newLeads: 1 })
  expect(await store({ leads: [tracked('a', '2026-11-20T09:00:00Z')] })).toMatchObject({ changedLeads: 0 })
  expect(await store({ leads: [tracked('b', '2026-11-20T10:00:00Z')] })).toMatchObject({ changedLeads: 1 })
  const { tracking } = await database.db.selectFrom('leads').select('tracking').executeTakeFirstOrThrow()
  expect(tracking).toEqual({ clickId: 'c', sub1: 'b' })
})

test('a lead that is moved takes its deposit along, unless that names a key of its own', async () => {
  await store({
    leads: [buildLead()],
    deposits: [buildDeposit(), buildDeposit({ id: 'deposit-2', geo: 'IT' })],
  })
  await store({ leads: [buildLead({ geo: 'FR', updatedAt: '2026-11-20T10:00:00Z' })] })
  expect(await readKeys()).toEqual([
    ['2026-11-20', 'FR', 'adv-1', '44', 1, 1],
    ['2026-11-20', 'IT', 'adv-1', '44', 0, 1],
  ])
})

test('the lead of a deposit is told on the day of the deposit too, where its count stays', async () => {
  const own = { geo: 'DE', advertiserId: 'adv-1', sourceNumber: '44' }
  await store({ deposits: [buildDeposit({ ...own, createdAt: '2026-11-21T12:00:00Z' })] })
  const heard = await hearChanges(database, () => store({ leads: [buildLead()] }))
  expect(heard).toEqual([{ topic: 'leads', days: ['2026-11-20', '2026-11-21'] }])
})

async function readConversions() {
  const rows = await database.db.selectFrom('deposits_by_lead_day').selectAll().orderBy('day').execute()
  return rows.map((row) => [row.day, row.geo_key, row.source_number, row.deposits])
}

test('a deposit also counts on the day and under the key of its lead, and goes with it', async () => {
  await store({
    leads: [buildLead({ createdAt: '2026-11-18T09:00:00Z' })],
    deposits: [buildDeposit({ geo: 'IT' }), buildDeposit({ id: 'deposit-2', leadId: 'nobody' })],
  })
  expect(await readConversions()).toEqual([['2026-11-18', 'DE', '44', 1]])
  await store({ leads: [buildLead({ createdAt: '2026-11-19T09:00:00Z', sourceNumber: '45' })] })
  expect(await readConversions()).toEqual([['2026-11-19', 'DE', '45', 1]])
  await store({ leads: [{ id: 'lead-1', isTest: true }] })
  expect(await readConversions()).toEqual([])
})

test('a test lead that is withdrawn leaves its deposit without a lead', async () => {
  await store({ leads: [buildLead()], deposits: [buildDeposit()] })
  await store({ leads: [{ id: 'lead-1', isTest: true }] })
  expect(await readKeys()).toEqual([['2026-11-20', '', '', '', 0, 1]])
  expect(await database.db.selectFrom('leads_by_status').selectAll().execute()).toEqual([])
})

test('the last instants follow what comes and what goes', async () => {
  const late = { createdAt: '2026-11-20T15:00:00Z', updatedAt: '2026-11-20T15:00:00Z' }
  await store({ leads: [buildLead(), buildLead({ id: 'late', ...late })] })
  const readLast = async () => (await database.db.selectFrom('delivered_by_broker').select('last_lead_at').execute())[0]
  expect(await readLast()).toEqual({ last_lead_at: Date.UTC(2026, 10, 20, 15) })
  await store({ leads: [{ id: 'late', isTest: true }] })
  expect(await readLast()).toEqual({ last_lead_at: Date.UTC(2026, 10, 20, 9) })
})

test('statuses are counted as they were sent, and follow their leads', async () => {
  await store({ leads: [buildLead(), buildLead({ id: 'b', status: 'No Answer' })] })
  await store({ leads: [buildLead({ status: 'NoAnswer', updatedAt: '2026-11-20T10:00:00Z' })] })
  const rows = await database.db.selectFrom('leads_by_status').selectAll().orderBy('status').execute()
  expect(rows.map(({ status, leads }) => [status, leads])).toEqual([
    ['No Answer', 1],
    ['NoAnswer', 1],
  ])
})

test('rebuilding tells every difference and mends it', async () => {
  await store({ leads: [buildLead()], deposits: [buildDeposit()] })
  await database.db.updateTable('delivered_by_broker').set({ leads: 7, last_deposit_at: null }).execute()
  await database.pool.query(`insert into delivered_by_broker values ('2026-01-01', 'FR', 'adv', '1', 2)`)
  await database.db.updateTable('delivered_by_month').set({ deposits: 4 }).where('geo_key', '=', 'DE').execute()
  await database.db.deleteFrom('delivered_by_day').where('day', '=', theDay('2026-11-20')).execute()
  await database.pool.query(`insert into delivered_by_day values ('2026-01-02', 0, 0)`)
  await database.db.updateTable('leads_by_status').set({ leads: 3 }).execute()
  await database.db.updateTable('deposits').set({ found_lead_id: 'other' }).execute()
  await database.db.updateTable('deposits_by_lead_day').set({ deposits: 5 }).execute()
  const [leadAt, depositAt] = [Date.UTC(2026, 10, 20, 9), Date.UTC(2026, 10, 20, 12)]
  const differences = {
    counts: [
      {
        day: '2026-01-01',
        geoKey: 'FR',
        advertiserId: 'adv',
        sourceNumber: '1',
        stored: { leads: 2, deposits: 0, lastLeadAt: null, lastDepositAt: null },
        counted: { leads: 0, deposits: 0, lastLeadAt: null, lastDepositAt: null },
      },
      {
        day: '2026-11-20',
        geoKey: 'DE',
        advertiserId: 'adv-1',
        sourceNumber: '44',
        stored: { leads: 7, deposits: 1, lastLeadAt: leadAt, lastDepositAt: null },
        counted: { leads: 1, deposits: 1, lastLeadAt: leadAt, lastDepositAt: depositAt },
      },
    ],
    sums: [
      {
        day: '2026-11-01',
        key: { geoKey: 'DE', advertiserId: 'adv-1', sourceNumber: '44' },
        stored: { leads: 7, deposits: 4 },
        counted: { leads: 7, deposits: 1 },
      },
      { day: '2026-11-20', key: null, stored: { leads: 0, deposits: 0 }, counted: { leads: 7, deposits: 1 } },
    ],
    statuses: [{ day: '2026-11-20', sourceNumber: '44', status: 'New', stored: 3, counted: 1 }],
    conversions: [
      { day: '2026-11-20', geoKey: 'DE', advertiserId: 'adv-1', sourceNumber: '44', stored: 5, counted: 1 },
    ],
    matches: [{ connector: 'main', id: 'deposit-1', day: '2026-11-20' }],
    moves: { leads: 0, deposits: 0 },
  }
  expect(await findDifferences(database.db)).toEqual(differences)
  expect(await rebuild(database.db)).toEqual(differences)
  expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
  expect(await readKeys()).toEqual([['2026-11-20', 'DE', 'adv-1', '44', 1, 1]])
})

test('another zone moves leads and deposits to other days, and the counts with them', async () => {
  await store({
    leads: [buildLead({ createdAt: '2026-11-20T22:30:00Z' }), buildLead({ id: 'noon' })],
    deposits: [buildDeposit({ createdAt: '2026-11-20T23:30:00Z' })],
  })
  expect(await countLeadsOfDay(database.db, theDay('2026-11-21'))).toBe(1)
  const zone = zoneOf('Etc/GMT-0')
  expect(await countMoves(database.db, zone)).toEqual({ leads: 1, deposits: 1 })
  const shares: number[] = []
  await database.db.transaction().execute((tx) => rebuildDerived(tx, zone, (share) => shares.push(share)))
  expect(await readKeys()).toEqual([['2026-11-20', 'DE', 'adv-1', '44', 2, 1]])
  expect(await countMoves(database.db, zone)).toEqual({ leads: 0, deposits: 0 })
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('two connectors whose lead and deposit land at once still find each other', async () => {
  for (let round = 0; round < 20; round += 1) {
    const email = `person-${round}@example.org`
    // oxlint-disable-next-line no-await-in-loop -- each round is a race of its own
    await Promise.all([
      store({ connector: 'one', leads: [buildLead({ id: `lead-${round}`, email })] }),
      store({ connector: 'two', deposits: [buildDeposit({ id: `deposit-${round}`, leadId: 'nobody', email })] }),
    ])
  }
  expect(await readKeys()).toEqual([['2026-11-20', 'DE', 'adv-1', '44', 20, 20]])
})

const connector = fc.constantFrom('one', 'two')
const id = fc.integer({ min: 0, max: 12 })
const email = fc.constantFrom('a@x.org', 'B@x.org ', 'b@x.org', 'c@x.org', undefined)
const hours = fc.integer({ min: 0, max: 60 })
const at = (back: number) => formatInstant(instantFromMilliseconds(NOW - back * HOUR))

const lead = fc.record({
  id: id.map((number) => `lead-${number}`),
  geo: fc.constantFrom('DE', 'uk', 'GB'),
  sourceNumber: fc.constantFrom('44', '#44', '45'),
  advertiserId: fc.constantFrom('a', 'b'),
  status: fc.constantFrom('New', 'No Answer', undefined),
  email,
  createdAt: hours.map(at),
})
const withdrawn = id.map((number) => ({ id: `lead-${number}`, isTest: true }))
const deposit = fc.record({
  id: id.map((number) => `deposit-${number}`),
  leadId: fc.oneof(
    id.map((number) => `lead-${number}`),
    fc.constant('nobody'),
  ),
  email,
  geo: fc.constantFrom('UK', 'FR', undefined),
  sourceNumber: fc.constantFrom('44', undefined),
  advertiserId: fc.constantFrom('a', undefined),
  createdAt: hours.map(at),
  payout: fc.constantFrom(null, 600),
})
const page = fc.record({
  connector,
  leads: fc.array(fc.oneof({ weight: 6, arbitrary: lead }, { weight: 1, arbitrary: withdrawn }), { maxLength: 8 }),
  deposits: fc.array(deposit, { maxLength: 4 }),
})

const isSoak = process.env['SOAK'] === '1'
const HISTORIES = Number(process.env['LEAD_HISTORIES'] ?? (isSoak ? 400 : 10))

test(
  'after any history nothing differs from computing it anew, and each deposit has its lead',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), async (pages) => {
        await removeRows(database)
        for (const one of pages) {
          // oxlint-disable-next-line no-await-in-loop -- one page after the other
          await store(one)
        }
        expect(await findDifferences(database.db)).toEqual(NO_DIFFERENCES)
        expect(await readFoundLeads()).toEqual(await attribute())
      }),
      { seed: 20_261_121, numRuns: HISTORIES, endOnFailure: true },
    )
  },
  isSoak ? 3_600_000 : 240_000,
)

async function readFoundLeads(): Promise<Map<string, string | null>> {
  const rows = await database.db.selectFrom('deposits').selectAll().execute()
  return new Map(
    rows.map((row) => [
      formatRow({ connector: row.connector, id: row.external_id }),
      row.found_connector === null || row.found_lead_id === null
        ? null
        : formatRow({ connector: row.found_connector, id: row.found_lead_id }),
    ]),
  )
}

/** The leads of the deposits by the plain reading of the rules. */
async function attribute(): Promise<Map<string, string | null>> {
  const rows = await database.db.selectFrom('leads').selectAll().execute()
  const deposits = await database.db.selectFrom('deposits').selectAll().execute()
  const common = (row: { connector: string; external_id: string; created_at: Instant; email_key: string | null }) => ({
    connector: row.connector,
    id: row.external_id,
    createdAt: row.created_at,
    email: row.email_key,
  })
  const named = <Name extends string | null>(row: { advertiser_id: Name; source_number: Name }) => ({
    advertiserId: row.advertiser_id,
    sourceNumber: row.source_number,
  })
  const leads = rows.map((row) => ({ ...common(row), ...named(row) }))
  return new Map(
    deposits.map((row) => {
      const found = findLead(leads, { ...common(row), ...named(row), leadId: row.lead_id })
      return [formatRow({ connector: row.connector, id: row.external_id }), found ? formatRow(found) : null]
    }),
  )
}

function theDay(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error('not a day')
  return day
}
