import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { analyticsCalls } from '#contract/analytics.ts'
import { capCalls } from '#contract/caps.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildDeposit, buildLead, removeRows, storeLeadRows } from '#testing/lead-rows.ts'
import { readXlsx } from '#testing/xlsx.ts'

const words = analyticsTexts
const clock = createTestClock('2026-11-21T20:00:00Z')

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { ROLES: 'web' } })
  admin = await capline.signIn('admin')
})

beforeEach(async () => {
  await removeRows(capline.database)
  await capline.database.pool.query('truncate caps, advertisers, publishers cascade')
})

afterAll(() => capline.close())

const store = (page: Parameters<typeof storeLeadRows>[2]) => storeLeadRows(capline.db, clock, page)
const readDay = (date?: string) => admin.call(analyticsCalls.daily, { query: { date } })

async function ask(path: string, token = admin.token) {
  const response = await fetch(`${capline.address}/api/analytics/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every refusal has it
  return { status: response.status, ...((await response.json()) as { message: string }) }
}

test('a day, grouped in four ways, with its last lead and deposit', async () => {
  await store({
    leads: [
      buildLead({ geo: 'UK' }),
      buildLead({ id: 'lead-2', advertiserId: 'adv-2', sourceNumber: '#45', createdAt: '2026-11-20T10:00:00Z' }),
      buildLead({ id: 'lead-3', createdAt: '2026-11-20T22:00:00Z' }),
    ],
    deposits: [buildDeposit(), buildDeposit({ id: 'lost', leadId: 'nobody', createdAt: '2026-11-20T21:59:00Z' })],
  })
  await admin.call(advertiserCalls.create, { body: { advertiserId: 'Adv-1', name: 'Harbor Mutual' } })
  await admin.call(publisherCalls.create, { body: { sourceNumber: '44', name: 'Northwind' } })
  const half = { leads: 1, deposits: 0, conversionRate: 0 }
  const full = { leads: 1, deposits: 1, conversionRate: 100 }
  const lost = { leads: 0, deposits: 1, conversionRate: 0 }
  expect(await readDay('2026-11-20')).toEqual({
    date: '2026-11-20',
    timezone: 'Etc/GMT-2',
    totals: { leads: 2, deposits: 2, conversionRate: 100 },
    aggregates: {
      byGeo: [
        { geo: 'DE', ...half },
        { geo: 'GB', ...full },
        { geo: '', ...lost },
      ],
      byBroker: [
        { advertiserId: 'adv-1', advertiserName: 'Harbor Mutual', ...full },
        { advertiserId: 'adv-2', advertiserName: null, ...half },
        { advertiserId: '', advertiserName: null, ...lost },
      ],
      byAffiliate: [
        { sourceNumber: '44', publisherName: 'Northwind', ...full },
        { sourceNumber: '45', publisherName: null, ...half },
        { sourceNumber: '', publisherName: null, ...lost },
      ],
      byAffiliateGeo: [
        { sourceNumber: '44', publisherName: 'Northwind', geo: 'GB', ...full },
        { sourceNumber: '45', publisherName: null, geo: 'DE', ...half },
        { sourceNumber: '', publisherName: null, geo: '', ...lost },
      ],
    },
    topPerformers: { geo: { geo: 'DE', ...half } },
    lastLeadAt: Date.UTC(2026, 10, 20, 10),
    lastDepositAt: Date.UTC(2026, 10, 20, 21, 59),
  })
  const today = await readDay()
  expect(today).toMatchObject({ date: '2026-11-21', totals: half, lastDepositAt: null })
})

test('a day by its hours, of its own deposits or of those of its leads', async () => {
  await store({
    leads: [
      buildLead({ createdAt: '2026-11-19T22:00:00Z' }),
      buildLead({ id: 'lead-2', createdAt: '2026-11-20T08:14:00Z', geo: 'FR' }),
      buildLead({ id: 'lead-3', createdAt: '2026-11-20T22:00:00Z' }),
    ],
    deposits: [
      buildDeposit({ createdAt: '2026-11-20T21:59:00Z' }),
      buildDeposit({ id: 'later', leadId: 'lead-2', createdAt: '2026-11-25T10:00:00Z' }),
    ],
  })
  const read = async (query: object) => {
    const hours = await admin.call(analyticsCalls.hours, { query: { date: '2026-11-20', ...query } })
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    return hours.flatMap(({ hour, leads, deposits }) => (leads + deposits > 0 ? [[hour, leads, deposits]] : []))
  }
  expect(await read({})).toEqual([
    [0, 1, 0],
    [10, 1, 0],
    [23, 0, 1],
  ])
  expect(await read({ countBy: 'lead', geo: 'fr' })).toEqual([[10, 1, 1]])

  // Up to a time of the last day, whichever way it is asked: 10:14 is before 10:15, and the deposit of 23:59 is not.
  const upTo = async (until: string, countBy?: 'lead') => {
    const query = { countBy, until }
    const { totals } = await admin.call(analyticsCalls.daily, { query: { ...query, date: '2026-11-20' } })
    const range = await admin.call(analyticsCalls.range, {
      query: { ...query, startDate: '2026-11-19', endDate: '2026-11-20' },
    })
    expect(range.totals).toEqual(totals)
    return [totals.leads, totals.deposits]
  }
  expect(await upTo('10:14')).toEqual([1, 0])
  expect(await upTo('10:15')).toEqual([2, 0])
  expect(await upTo('23:59')).toEqual([2, 0])
  expect(await upTo('10:15', 'lead')).toEqual([2, 0])
  expect((await ask('daily?until=24:00')).message).toBe(words.until)

  // A deposit of which only the date is known may have come at any time of its day.
  await capline.database.pool.query(
    `update deposits set created_at = '2026-11-19T22:00Z', created_before = '2026-11-20T22:00Z'
      where external_id = 'deposit-1'`,
  )
  const countUntimed = async (query: object) => {
    const answer = await admin.call(analyticsCalls.daily, { query: { date: '2026-11-20', ...query } })
    return answer.untimedDeposits
  }
  expect(await countUntimed({ until: '10:16' })).toBe(1)
  expect(await countUntimed({ until: '10:16', countBy: 'lead' })).toBe(1)
  expect(await countUntimed({ until: '10:16', geo: 'fr' })).toBe(0)
  expect(await countUntimed({})).toBeUndefined()
})

test('a range day by day, and the deposits of its leads whenever they came', async () => {
  await store({
    leads: [buildLead(), buildLead({ id: 'lead-2', createdAt: '2026-11-18T10:00:00Z' })],
    deposits: [
      buildDeposit({ createdAt: '2026-11-21T10:00:00Z' }),
      buildDeposit({ id: 'other', leadId: 'lead-2', createdAt: '2026-11-20T10:00:00Z' }),
    ],
  })
  const read = (query: object) =>
    admin.call(analyticsCalls.range, { query: { startDate: '2026-11-18', endDate: '2026-11-20', ...query } })
  const days = async (query: object) =>
    (await read(query)).timeSeries.map(({ date, leads, deposits }) => [date, leads, deposits])
  expect(await days({})).toEqual([
    ['2026-11-18', 1, 0],
    ['2026-11-19', 0, 0],
    ['2026-11-20', 1, 1],
  ])
  expect(await days({ countBy: 'lead' })).toEqual([
    ['2026-11-18', 1, 1],
    ['2026-11-19', 0, 0],
    ['2026-11-20', 1, 1],
  ])
  await store({
    deposits: [
      buildDeposit({ id: 'lost', leadId: 'nobody', createdAt: '2026-11-19T10:00:00Z' }),
      buildDeposit({ id: 'lost-fr', leadId: 'nobody', geo: 'FR', createdAt: '2026-11-20T21:59:00Z' }),
      buildDeposit({ id: 'later', leadId: 'nobody', createdAt: '2026-11-20T22:00:00Z' }),
    ],
  })
  expect(await read({})).not.toHaveProperty('unknownDeposits')
  expect((await read({ countBy: 'lead' })).unknownDeposits).toBe(2)
  expect((await read({ countBy: 'lead', geo: 'fr' })).unknownDeposits).toBe(1)
  expect((await read({ geo: ' uk ' })).totals).toEqual({ leads: 0, deposits: 0, conversionRate: 0 })
  expect((await read({ geo: 'germany', sourceNumber: '#44', advertiserId: 'ADV-1' })).totals.leads).toBe(2)
})

test('an answer that was kept is never older than the data, nor than a name', async () => {
  await store({ leads: [buildLead()] })
  expect((await readDay('2026-11-20')).totals.leads).toBe(1)
  await store({ leads: [buildLead({ id: 'lead-2' })] })
  expect((await readDay('2026-11-20')).totals.leads).toBe(2)
  await admin.call(advertiserCalls.create, { body: { advertiserId: 'adv-1', name: 'Harbor Mutual' } })
  expect((await readDay('2026-11-20')).aggregates.byBroker[0]?.advertiserName).toBe('Harbor Mutual')
})

test('what was kept is served until it is too old or forgotten', async () => {
  await store({ leads: [buildLead()] })
  await readDay('2026-11-20')
  // Behind the product's back, so that only a fresh look can see it.
  await capline.database.pool.query('update delivered_by_broker set leads = 7')
  expect((await readDay('2026-11-20')).totals.leads).toBe(1)
  await admin.call(analyticsCalls.invalidateCache, {})
  expect((await readDay('2026-11-20')).totals.leads).toBe(7)
  await capline.database.pool.query('update delivered_by_broker set leads = 8')
  clock.advance(59_000)
  expect((await readDay('2026-11-20')).totals.leads).toBe(7)
  clock.advance(1_000)
  expect((await readDay('2026-11-20')).totals.leads).toBe(8)
})

test('what became of planned leads, by source, and planned against delivered', async () => {
  const date = '2026-11-20'
  const draft = { date, geo: 'GB', advertiserId: 'adv-1', sourceNumber: '44', cap: 1, workingHours: '09:00-12:00' }
  await admin.call(advertiserCalls.create, { body: { advertiserId: 'adv-1', name: 'Harbor Mutual' } })
  await admin.call(capCalls.create, { body: buildCapDraft(draft) })
  await store({
    leads: [
      buildLead({ geo: 'UK', status: 'Fake' }),
      buildLead({ id: 'late', geo: 'UK', createdAt: '2026-11-20T10:00:00Z' }),
      buildLead({ id: 'first', geo: 'UK', createdAt: '2026-11-20T08:00:00Z' }),
      buildLead({ id: 'over', geo: 'UK', createdAt: '2026-11-20T08:30:00Z' }),
      buildLead({ id: 'elsewhere' }),
      buildLead({ id: 'other', sourceNumber: '45', sourceName: 'Orchard Push' }),
    ],
  })
  const query = { startDate: date, endDate: date }
  const none = { publisherName: null, deposits: 0, usualInvalid: null, usualConversion: null }
  expect(await admin.call(analyticsCalls.quality, { query })).toEqual([
    {
      ...none,
      sourceNumber: '44',
      leads: 5,
      planned: 4,
      valid: 1,
      invalid: 1,
      outsideWorkingHours: 1,
      paused: 0,
      capped: 1,
    },
    {
      ...none,
      publisherName: 'Orchard Push',
      sourceNumber: '45',
      leads: 1,
      planned: 0,
      valid: 0,
      invalid: 0,
      outsideWorkingHours: 0,
      paused: 0,
      capped: 0,
    },
  ])
  expect(await admin.call(analyticsCalls.quality, { query: { ...query, geo: 'FR' } })).toEqual([])
  const planned = await admin.call(analyticsCalls.planned, { query: { ...query, endDate: '2026-11-21' } })
  expect(planned).toEqual([
    { date, planned: 1, delivered: 4, leads: 6 },
    { date: '2026-11-21', planned: 0, delivered: 0, leads: 0 },
  ])

  // Two weeks before with a tenth each, in any spelling; what lies farther back than eight weeks is not looked at.
  const weeksBefore = ['2026-11-08', '2026-11-15', '2026-09-01'].flatMap((on) =>
    Array.from({ length: 30 }, (_, at) =>
      buildLead({ id: `${on} ${at}`, geo: 'UK', createdAt: `${on}T10:00:00Z`, status: at < 3 ? ' FAKE' : 'New' }),
    ),
  )
  const now = Array.from({ length: 20 }, (_, at) =>
    buildLead({ id: `now ${at}`, geo: 'UK', createdAt: '2026-11-20T09:00:00Z', status: 'Fake' }),
  )
  await store({ leads: [...weeksBefore, ...now] })
  for (const filter of [{}, { geo: 'uk' }]) {
    // oxlint-disable-next-line no-await-in-loop -- the counts first, then the leads themselves
    const [source] = await admin.call(analyticsCalls.quality, { query: { ...query, ...filter } })
    expect(source?.usualInvalid?.low).toBeGreaterThan(0)
    expect(source?.usualInvalid?.high).toBeCloseTo(18.7, 1)
  }
})

test('every table as a file, in its order, with the days and their zone', async () => {
  await store({
    leads: [
      buildLead(),
      buildLead({ id: 'b', sourceNumber: '9' }),
      buildLead({ id: 'c', sourceNumber: '9', geo: 'FR' }),
    ],
  })
  const days = 'startDate=2026-11-20&endDate=2026-11-21'
  const read = async (query: string) => (await fetchFile(`${days}&${query}`)).text()
  expect(await read('table=affiliateGeo&sort=name&descending=false')).toBe(
    'Source + GEO (2026-11-20 to 2026-11-21 in GMT+2),Affiliate name,GEO,Leads,Deposits,Conversion Rate %\r\n' +
      'Source #9,,DE,1,0,0.00\r\nSource #9,,FR,1,0,0.00\r\nSource #44,,DE,1,0,0.00\r\n',
  )
  expect((await read('table=quality')).split('\r\n')[1]).toBe('Source #9,2,0,0,0,0.00,0,0.00,0,0,0.00,,0.00,')
  expect((await read('table=planned')).split('\r\n').slice(1, 3)).toEqual(['2026-11-21,0,0,,0', '2026-11-20,0,0,,3'])
  const file = await fetchFile(`${days}&table=geo&format=xlsx`)
  expect(file.headers.get('content-disposition')).toContain('analytics-geo-2026-11-20-2026-11-21.xlsx')
  expect(readXlsx(new Uint8Array(await file.arrayBuffer()))).toEqual({
    geo: [
      ['GEO (2026-11-20 to 2026-11-21 in GMT+2)', 'Leads', 'Deposits', 'Conversion Rate %'],
      ['DE', '2', '0', '0'],
      ['FR', '1', '0', '0'],
    ],
  })
})

function fetchFile(query: string) {
  return fetch(`${capline.address}/api/analytics/export?${query}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
}

test.each([
  ['daily?date=2026-02-30', words.day],
  ['daily?date=yesterday', words.day],
  ['daily?countBy=week', words.counting],
  ['daily?broker=adv-1', callTexts.unknownFields(['broker'])],
  ['range', words.range],
  ['range?startDate=2026-11-01', words.range],
  ['range?startDate=2026-11-02&endDate=2026-11-01', words.reversed],
  ['range?startDate=2024-11-21&endDate=2026-11-22', words.tooLong],
  ['quality?startDate=2026-10-01&endDate=2026-11-01', words.qualityTooLong],
  ['export?startDate=2026-11-01&endDate=2026-11-02&table=leads', words.table],
  ['planned?startDate=2024-11-21&endDate=2026-11-22', words.tooLong],
])('%s is refused with a sentence', async (path, message) => {
  expect(await ask(path)).toMatchObject({ status: 400, message })
})

test('is for admins', async () => {
  const editor = await capline.signIn('editor')
  expect((await ask('daily', editor.token)).status).toBe(403)
})
