import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leadCalls, leadColumnCalls, type ShownLead } from '#contract/leads.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import { addMilliseconds, DAY, formatInstant, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { LEAD_COLUMNS, type LeadColumn } from '#domain/leads/columns.ts'
import { systemClock } from '#platform/clock.ts'
import { makeApiKey } from '#testing/api-keys.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildDeposit, buildLead, removeRows, secrets, storeLeadRows } from '#testing/lead-rows.ts'
import { refusalOf } from '#testing/refusal.ts'
import { openLeadFile } from './search-service.ts'

let capline: TestCapline
let anna: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  anna = await capline.signIn('admin')
})

afterAll(() => capline.close())

const LEADS = 110
const DEPOSITED = 30

beforeEach(async () => {
  await removeRows(capline.database)
  const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 21)) }
  const leads = Array.from({ length: LEADS }, (_, index) =>
    buildLead({
      id: `lead-${index}`,
      createdAt: `2026-11-${10 + (index % 3)}T09:00:00Z`,
      geo: ['DE', 'FR', 'AT'][index % 3] ?? 'DE',
      sourceNumber: String((index * 7) % 12),
      email: index % 5 === 0 ? '' : `p${(index * 31) % 97}@example.org`,
      status: index % 4 === 0 ? '' : (['New', 'busy', 'Call'][index % 3] ?? ''),
    }),
  )
  const deposits = Array.from({ length: DEPOSITED }, (_, index) =>
    buildDeposit({ id: `d-${index}`, leadId: `lead-${index * 3}`, createdAt: `2026-11-${15 + (index % 4)}T09:00:00Z` }),
  )
  await storeLeadRows(capline.db, clock, { connector: 'main', leads, deposits })
  await capline.database.pool
    .query(`insert into feeds (connector, kind) values ('main', 'leads') on conflict do nothing;
    delete from caps; insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id,
    source_number, created_by) values ('1', 'broker', '2026-11-10', 'DE', 'DE', 3, 'adv-1', '0', 'anna')`)
})

async function walk(query: { after?: string } & Record<string, string>): Promise<ShownLead[]> {
  const found: ShownLead[] = []
  let { after } = query
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await anna.call(leadCalls.search, { query: { ...query, after } })
    expect(page.first).toBeNull()
    found.push(...page.leads)
    after = page.next ?? undefined
  } while (after !== undefined)
  return found
}

/** What a column sorts by; null is last either way. */
const VALUES: Readonly<Record<LeadColumn, (lead: ShownLead) => string | number | null>> = {
  created: ({ createdAt }) => createdAt,
  lead: ({ email }) => email,
  geo: ({ geo }) => geo,
  source: ({ sourceNumber }) => Number(sourceNumber),
  broker: ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId,
  status: ({ status }) => status?.toLowerCase() ?? null,
  cap: ({ planned }) => Number(planned),
  deposit: ({ deposits }) => deposits[0]?.createdAt ?? null,
  system: ({ connector }) => connector,
}

test.each(LEAD_COLUMNS)('all pages are sorted by %s, either way, without a gap or a repeat', async (column) => {
  for (const descending of [false, true]) {
    // oxlint-disable-next-line no-await-in-loop -- one walk after the other
    const found = await walk({ sort: column, ...(descending && { descending: 'true' }) })
    expect(new Set(found.map(({ id }) => id)).size).toBe(LEADS)
    const values = found.map(VALUES[column])
    const known = values.filter((value) => value !== null)
    expect(values.slice(known.length).every((value) => value === null)).toBe(true)
    const steps = known.slice(1).map((value, at) => [known[at] ?? value, value] as const)
    expect(steps.every(([one, other]) => (descending ? one >= other : one <= other))).toBe(true)
  }
})

test('sources are sorted as in reports: numbers by their size, then texts by their letters', async () => {
  await removeRows(capline.database)
  const sources = ['b', '10', 'AA', '9']
  const leads = sources.map((sourceNumber) => buildLead({ id: `of-${sourceNumber}`, sourceNumber }))
  await storeLeadRows(capline.db, systemClock, { connector: 'main', leads, deposits: [] })
  const order = async (query: object) => (await walk({ sort: 'source', ...query })).map((lead) => lead.sourceNumber)
  expect(await order({})).toEqual(['9', '10', 'AA', 'b'])
  expect(await order({ descending: 'true' })).toEqual(['b', 'AA', '10', '9'])
})

test('what is narrowed is sorted: by a text, by days of deposits, by a fate', async () => {
  expect(await walk({ sort: 'geo', search: 'lead-5' })).toMatchObject([{ id: 'lead-5' }])
  expect(await walk({ sort: 'source', deposited: 'true' })).toHaveLength(DEPOSITED)
  expect(await walk({ sort: 'deposit', paidFrom: '2026-11-18' })).not.toHaveLength(0)
  expect(await walk({ sort: 'created', fate: 'valid' })).toHaveLength(3)
  expect(await walk({ sort: 'created', geo: 'ZZ' })).toEqual([])
})

test('a place of another order is none of this one, and too many to look through are refused', async () => {
  const { next } = await anna.call(leadCalls.search, { query: { sort: 'geo' } })
  const other = anna.call(leadCalls.search, { query: { sort: 'status', after: next ?? '' } })
  await expect(other).rejects.toMatchObject({ status: 400, message: leadTexts.cursor })
  const forge = (column: string, value: string) =>
    Buffer.from(JSON.stringify([Date.UTC(2026, 10, 11), 'main', 'lead-1', column, false, value])).toString('base64url')
  for (const [sort, value] of [
    ['created', 'soon'],
    ['deposit', '2026-11-11 09:00:00+18'],
    ['cap', 'maybe'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    expect(await refusalOf(walk({ sort, after: forge(sort, value) }))).toMatchObject({ status: 400 })
  }
  await capline.database.pool.query(`update delivered_by_broker set leads = 50001
    where ctid = (select ctid from delivered_by_broker where day = '2026-11-11' limit 1)`)
  const all = { sort: 'geo' }
  expect(await refusalOf(walk(all))).toMatchObject({ status: 400, message: leadTexts.tooManyToSort })
  expect((await walk({ ...all, from: '2026-11-12' })).length).toBeGreaterThan(0)
  const response = await fetch(`${capline.address}/api/leads/export?sort=geo`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(response.status).toBe(400)
})

test('a file has the columns and the order of the list, which are kept for each who looks', async () => {
  expect(await anna.call(leadColumnCalls.read, {})).toEqual({ columns: LEAD_COLUMNS })
  await anna.call(leadColumnCalls.save, { body: { columns: ['source', 'created'] } })
  expect(await anna.call(leadColumnCalls.read, {})).toEqual({ columns: ['created', 'source'] })
  const ben = await capline.signIn('admin')
  expect(await ben.call(leadColumnCalls.read, {})).toEqual({ columns: LEAD_COLUMNS })
  const program = await makeApiKey(capline, { role: 'admin', groups: ['leads'] })
  const refused = await refusalOf(program.call(leadColumnCalls.save, { body: { columns: ['source'] } }))
  expect(refused).toMatchObject({ status: 403, message: apiKeyTexts.peopleOnly })
  const query = 'sort=source&descending=true&columns=created,source&geo=DE'
  const response = await fetch(`${capline.address}/api/leads/export?${query}`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  const [head, ...rows] = (await response.text()).trim().split('\r\n')
  expect(head).toBe('Created at (GMT+2),Source,Source name')
  const shown = await walk({ sort: 'source', descending: 'true', geo: 'DE' })
  expect(rows.map((row) => row.split(',')[1])).toEqual(shown.map(({ sourceNumber }) => sourceNumber))
  const wrong = await fetch(`${capline.address}/api/leads/export?columns=price`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(wrong.status).toBe(400)
})

test('a file in another order has each lead once, though its place in the order changes while it is written', async () => {
  const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 21)) }
  const leads = Array.from({ length: 2_000 }, (_, index) => buildLead({ id: `more-${index}`, status: 'A' }))
  await storeLeadRows(capline.db, clock, { connector: 'main', leads })
  const order = { column: 'status', descending: false } as const
  const file = await openLeadFile({ db: capline.db, secrets }, { order })
  const ids: string[] = []
  for await (const part of file.ok ? file.value.parts : []) {
    ids.push(...part.map(({ id }) => id))
    await capline.database.pool.query(`update leads set status = 'Z' where status = 'A'`)
  }
  expect(ids).toHaveLength(2_000 + LEADS)
  expect(new Set(ids).size).toBe(2_000 + LEADS)
})

test('a lead tells its story: its caps, what became of it, and what is owed', async () => {
  await capline.database.pool.query(`insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number,
    working_hours, cpa, created_by) values
    ('2', 'broker', '2026-11-11', 'FR', 'FR', 2, 'adv-1', '7', null, 600, 'anna'),
    ('3', 'affiliate', '2026-11-11', 'FR', 'FR', 20, null, '7', '10:00-18:00', 400, 'anna')`)
  const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 21)) }
  const at = (minute: number) => `2026-11-11T08:0${minute}:00Z`
  const lead = (id: string, minute: number, status = 'New') =>
    buildLead({ id, createdAt: at(minute), geo: 'FR', sourceNumber: '7', status })
  await storeLeadRows(capline.db, clock, {
    connector: 'main',
    leads: [lead('one', 1), lead('bad', 2, 'Fake'), lead('two', 3), lead('over', 4), lead('before', 5)],
    deposits: [
      buildDeposit({ id: 'x', leadId: 'two', createdAt: '2026-11-12T09:00:00Z', payout: 500 }),
      buildDeposit({ id: 'y', leadId: 'over', createdAt: '2026-11-12T09:00:00Z', payout: 300 }),
      buildDeposit({ id: 'z', leadId: 'two', createdAt: '2026-11-13T09:00:00Z', payout: 100 }),
      buildDeposit({ id: 'w', leadId: 'before', createdAt: '2026-11-10T09:00:00Z', payout: 70 }),
    ],
  })
  const read = (id: string) => anna.call(leadCalls.story, { query: { connector: 'main', id } })
  expect(await read('two')).toMatchObject({
    lead: { id: 'two', planned: true },
    brokerCap: { id: '2', cap: 2 },
    affiliateCap: { id: '3', workingHours: '10:00-18:00' },
    // Dollars are cents once they are read.
    outcome: { fate: 'valid', rank: 2, owed: 60_000 },
    outOfDeal: 10_000,
  })
  expect((await read('one')).outcome).toEqual({ fate: 'valid', rank: 1, owed: null })
  expect((await read('bad')).outcome).toEqual({ fate: 'invalid', rank: null, owed: null })
  expect((await read('over')).outcome).toEqual({ fate: 'capped', rank: null, owed: 30_000 })
  expect(await read('before')).toMatchObject({ outcome: { fate: 'capped', owed: null }, outOfDeal: 7_000 })
  expect(await read('lead-3')).toMatchObject({ brokerCap: null, outcome: null, outOfDeal: 60_000 })
  expect(await read('lead-2')).toMatchObject({ brokerCap: null, outcome: null, outOfDeal: null, file: null })
  expect(await refusalOf(read('nobody'))).toMatchObject({ status: 404, message: leadTexts.notFound })
})

test('the first run after a lead came is told as long as none before it was removed', async () => {
  const ago = (days: number) => formatInstant(addMilliseconds(systemClock.now(), -days * DAY))
  await storeLeadRows(capline.db, systemClock, {
    connector: 'main',
    leads: [buildLead({ id: 'kept', createdAt: ago(89) }), buildLead({ id: 'old', createdAt: ago(91) })],
  })
  await capline.sync()
  const read = (id: string) => anna.call(leadCalls.story, { query: { connector: 'main', id } })
  expect((await read('kept')).firstTurnAt).not.toBeNull()
  expect((await read('old')).firstTurnAt).toBeNull()
})

test('a flag in another spelling is refused: it would widen the question', async () => {
  const ask = (query: object) => refusalOf(anna.call(leadCalls.search, { query }))
  for (const name of ['deposited', 'unplanned', 'descending']) {
    expect(await ask({ [name]: '1' })).toMatchObject({ status: 400, details: { errors: [{ path: name }] } })
  }
  expect((await anna.call(leadCalls.search, { query: { deposited: '', unplanned: 'false' } })).leads).not.toEqual([])
})
