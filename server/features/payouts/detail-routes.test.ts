import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { payoutDetailCalls } from '#contract/payout-details.ts'
import { payoutCalls, type PayoutReport } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { DealOrder, ExtraOrder } from '#domain/payouts/orders.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { PATIENCE } from '#testing/patience.ts'
import { refusalOf } from '#testing/refusal.ts'
import { readXlsx } from '#testing/xlsx.ts'

let capline: TestCapline
let admin: SignedIn
/** With all its deals. */
let report: PayoutReport
const told: string[] = []

beforeAll(async () => {
  capline = await startTestCapline({ onLog: (line) => line.includes('"leads exported"') && told.push(line) })
  admin = await capline.signIn('admin')
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
  // Of a week that is not asked for; nobody has registered its source.
  const [createdAt, updatedAt] = ['2026-04-20T10:00:00Z', formatInstant(systemClock.now())]
  const named = { sourceNumber: '77', sourceName: 'Orchard Push' }
  capline.source.put('leads', buildLead({ id: 'later', createdAt, updatedAt, ...named }))
  await capline.sync()
  const { id } = await admin.call(payoutCalls.queue, { body: example.range })
  const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
  await vi.waitFor(async () => expect((await read()).status).toBe('success'), PATIENCE)
  report = await read()
})
afterAll(() => capline.close())

const deals = (query: object = {}) => admin.call(payoutDetailCalls.listDeals, { params: { id: report.id }, query })
const extras = (query: object = {}) => admin.call(payoutDetailCalls.listExtras, { params: { id: report.id }, query })
const deposits = (query: object = {}) =>
  admin.call(payoutDetailCalls.listDeposits, { params: { id: report.id }, query })

test('a brief report has everything but what comes in pages', async () => {
  const brief = await admin.call(payoutCalls.read, { params: { id: report.id }, query: { brief: 'true' } })
  const { summary } = report
  if (!summary) throw new Error('the report has no summary')
  expect(brief.summary).toEqual({
    ...summary,
    deals: [],
    extraDeposits: [],
    affiliateTotals: summary.affiliateTotals.map((each) => ({ ...each, dealDetails: [], extraDeposits: [] })),
  })
  const totals = brief.summary?.affiliateTotals.map((each) => [each.affiliateId, each.affiliateName, each.outOfDeal])
  expect(totals).toEqual([
    ['44', 'North Media', 0],
    ['51', 'Blue Traffic', 0],
    ['77', 'Orchard Push', 1],
  ])
})

test('deals come in pages, sorted as asked for', async () => {
  const all = report.summary?.deals ?? []
  const shown = all.map(({ leadDetails: _, depositDetails: _d, truncated: _t, ...deal }) => deal)
  expect(await deals()).toEqual({ total: 4, deals: shown })
  const byTotal = shown.toSorted((a, b) => b.payout.total - a.payout.total)
  const ids = (rows: readonly { capId: string }[]) => rows.map(({ capId }) => capId)
  expect(ids((await deals({ sort: 'total', descending: 'true' })).deals)).toEqual(ids(byTotal))
  const second = await deals({ sort: 'total', descending: 'true', offset: 1, limit: 1 })
  expect(second).toEqual({ total: 4, deals: byTotal.slice(1, 2) })
  const of44 = await deals({ affiliateId: '#44' })
  expect(ids(of44.deals)).toEqual(ids(shown.filter(({ sourceNumber }) => sourceNumber === '44')))
  expect(of44.total).toBe(of44.deals.length)
})

type Row = Awaited<ReturnType<typeof deals>>['deals'][number]

test.each<[DealOrder, (deal: Row) => string | number | null]>([
  ['geo', ({ geo }) => geo],
  ['source', ({ sourceNumber }) => Number(sourceNumber)],
  ['broker', ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId],
  ['terms', ({ cpa }) => cpa],
  ['cap', ({ cap }) => cap],
  ['invalid', ({ invalidStatuses }) => Object.values(invalidStatuses).reduce((sum, count) => sum + count, 0)],
  ['rate', ({ conversionStats }) => conversionStats.actualCrPercentage],
  ['top-up', ({ payout }) => payout.crgComponent],
  ['margin', ({ margin }) => margin && margin.margin],
])('deals can be sorted by %s, both ways, with those that have none last', async (sort, keyOf) => {
  const keysOf = async (query: object) => (await deals({ sort, ...query })).deals.map(keyOf)
  const up = await keysOf({})
  expect(up).toHaveLength(4)
  const none = up.filter((key) => key === null)
  const keys = up.filter((key) => key !== null).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  expect(up).toEqual([...keys, ...none])
  expect(await keysOf({ descending: 'true' })).toEqual([...keys.toReversed(), ...none])
})

test('out-of-deal rows come in pages', async () => {
  const rows = report.summary?.extraDeposits ?? []
  expect(rows.length).toBeGreaterThan(0)
  expect(await extras()).toEqual({ total: rows.length, extraDeposits: rows })
  expect(await extras({ affiliateId: '77', sort: 'payout', descending: 'true' })).toMatchObject({ total: 1 })
  expect(await extras({ affiliateId: 'nobody' })).toEqual({ total: 0, extraDeposits: [] })
})

test('every deposit is listed once, with what it counts', async () => {
  const all = await deposits()
  expect(all.total).toBe(report.summary?.totals.deposits)
  expect(new Set(all.deposits.map(({ connector, id }) => `${connector} ${id}`)).size).toBe(all.total)
  for (const deal of report.summary?.deals ?? []) {
    const own = await deposits({ capId: deal.capId })
    expect(own.total).toBe(deal.deposits.total)
    const inside = own.deposits.filter(({ list }) => list === 'inside')
    expect(inside.reduce((sum, { payout }) => sum + payout, 0)).toBeCloseTo(deal.payout.cpaComponent, 9)
  }
  const [row] = report.summary?.extraDeposits ?? []
  if (!row) throw new Error('the case has no deposits out of deal')
  const { date, geo, advertiserId, sourceNumber } = row
  const outside = await deposits({ list: 'outOfDeal', date, geo, advertiserId, sourceNumber: `#${sourceNumber}` })
  expect(outside).toMatchObject({ total: row.deposits })
  expect(await deposits({ offset: all.total - 1, limit: 5 })).toEqual({ ...all, deposits: all.deposits.slice(-1) })
})

test('of leads and deposits whose e-mail was deleted it is said, and not of those that never had one', async () => {
  const [deal] = report.summary?.deals ?? []
  const params = { id: report.id, capId: deal?.capId ?? '' }
  const read = async () => {
    const { leads } = await admin.call(payoutCalls.listDealLeads, { params, query: {} })
    const paid = await deposits({ capId: params.capId })
    return [leads[0], paid.deposits[0]]
  }
  expect(await read()).toMatchObject([{ forgotten: false }, { forgotten: false }])
  for (const table of ['leads', 'deposits'] as const) await capline.db.updateTable(table).set({ email: null }).execute()
  expect(await read()).toMatchObject([
    { email: null, forgotten: true },
    { email: null, forgotten: true },
  ])
  for (const table of ['leads', 'deposits'] as const) {
    await capline.db.updateTable(table).set({ email_key: null }).execute()
  }
  expect(await read()).toMatchObject([{ forgotten: false }, { forgotten: false }])
})

test('what names no source, geo or broker is had by its empty key, nothing else with it, and is last in every order', async () => {
  const [createdAt, updatedAt] = ['2026-03-10T09:00:00Z', formatInstant(systemClock.now())]
  capline.source.put(
    'deposits',
    { id: 'of-nobody', email: 'nobody@mail.test', createdAt, updatedAt, payout: 60 },
    {
      id: 'of-somebody',
      email: 'somebody@mail.test',
      createdAt,
      updatedAt,
      payout: 70,
      geo: 'PL',
      advertiserId: 'B2',
      sourceNumber: '77',
    },
    {
      id: 'of-another',
      email: 'another@mail.test',
      createdAt,
      updatedAt,
      payout: 80,
      geo: 'AT',
      advertiserId: 'a1',
      sourceNumber: '8',
    },
  )
  await capline.sync()
  const { id } = await admin.call(payoutCalls.queue, { body: { start: '2026-03-09', end: '2026-03-15' } })
  const params = { id }
  const read = () => admin.call(payoutCalls.read, { params, query: { brief: 'true' } })
  await expect.poll(async () => (await read()).status).toBe('success')
  const nowhere = { geo: '', advertiserId: '', sourceNumber: '' }
  const rows = await admin.call(payoutDetailCalls.listExtras, { params, query: { affiliateId: '' } })
  expect(rows).toMatchObject({ total: 1, extraDeposits: [{ ...nowhere, deposits: 1, payout: 60 }] })
  const ofDay = { list: 'outOfDeal', date: '2026-03-10' } as const
  const all = await admin.call(payoutDetailCalls.listDeposits, { params, query: ofDay })
  expect(all.total).toBe(3)
  const own = await admin.call(payoutDetailCalls.listDeposits, { params, query: { ...ofDay, ...nowhere } })
  expect(own).toMatchObject({ total: 1, deposits: [{ id: 'of-nobody' }] })
  const payoutsBy = async (sort: ExtraOrder, descending: boolean) => {
    const query = { sort, descending: descending ? ('true' as const) : ('false' as const) }
    const page = await admin.call(payoutDetailCalls.listExtras, { params, query })
    return page.extraDeposits.map(({ payout }) => payout)
  }
  for (const sort of ['geo', 'source', 'broker'] as const) {
    const [up, down] = [await payoutsBy(sort, false), await payoutsBy(sort, true)]
    expect({ sort, up, down }).toEqual({ sort, up: [80, 70, 60], down: [70, 80, 60] })
  }
  expect(await deals({ affiliateId: '' })).toEqual({ total: 0, deals: [] })
})

test('deals and leads can be had as files; those of leads are logged with how many they had', async () => {
  const csv = await readFile(`/payouts/reports/${report.id}/export?format=csv`)
  const lines = Buffer.from(csv.bytes).toString().trimEnd().split('\r\n')
  const cells = lines.slice(1).map((line) => line.split(','))
  expect(cells).toHaveLength(5)
  expect(cells.at(-1)?.join(',')).toBe('2026-03-06,PL,77,B2,Bravo,,,,,,,,,,,,,,,,95.00,95.00,,1')
  // The CSV has one table, so what is out of deal stands below the deals.
  const total = cells.reduce((sum, cell) => sum + Number(cell[21]), 0)
  expect(total).toBe(report.summary?.totals.totalPayout)
  expect(lines[0]).toMatch(/^\u{feff}Date \(GMT\+2\),Geo,Source/u)
  expect(lines[1]).toContain(',930.00,')
  const book = readXlsx((await readFile(`/payouts/reports/${report.id}/export?format=xlsx&affiliateId=77`)).bytes)
  expect(book['Deals']).toHaveLength(1)
  expect(book['Out of deal']?.[1]).toEqual(['46087', 'PL', '77', 'B2', 'Bravo', '1', '95'])
  const deal = report.summary?.deals[0]
  const leads = await readFile(`/payouts/reports/${report.id}/deals/${deal?.capId ?? ''}/export`)
  const rows = Buffer.from(leads.bytes).toString().trimEnd().split('\r\n')
  const { total: leadCount } = await admin.call(payoutCalls.listDealLeads, {
    params: { id: report.id, capId: deal?.capId ?? '' },
    query: {},
  })
  expect(rows).toHaveLength(1 + leadCount)
  const mixed = report.summary?.deals.find(({ invalidStatuses }) => Object.keys(invalidStatuses).length > 0)
  const invalid = await readFile(`/payouts/reports/${report.id}/deals/${mixed?.capId ?? ''}/export?fate=invalid`)
  const fates = Buffer.from(invalid.bytes).toString().trimEnd().split('\r\n').slice(1)
  expect(fates).toHaveLength(Object.values(mixed?.invalidStatuses ?? {}).reduce((sum, count) => sum + count, 0))
  expect(fates.filter((line) => !line.includes(',invalid,'))).toEqual([])
  const entry = { area: 'payouts', memberId: admin.member._id, address: '127.0.0.1' }
  const entries = [leadCount, fates.length].map((count) => ({ ...entry, leads: count }))
  await expect.poll(() => told.map((line): unknown => JSON.parse(line))).toMatchObject(entries)
})

test('every file says in its name what it holds, and to a spreadsheet that it is UTF-8', async () => {
  const [deal] = report.summary?.deals ?? []
  const [of, leads] = [`/payouts/reports/${report.id}`, '/leads/export?search=ann@example.org']
  const names = {
    [`${of}/export`]: 'payouts-2026-03-02-2026-03-08.csv',
    [`${of}/export?affiliateId=77`]: 'payouts-2026-03-02-2026-03-08-77.csv',
    [`${of}/deals/${deal?.capId ?? ''}/export?fate=invalid`]: 'payout-leads-2026-03-03-DE-44-A1-invalid.csv',
    [`${of}/statements/44/export`]: 'statement-44-2026-03-02-2026-03-08.csv',
    '/analytics/export?table=geo&startDate=2026-03-02&endDate=2026-03-08': 'analytics-geo-2026-03-02-2026-03-08.csv',
    '/analytics/export?table=geo&startDate=2026-03-02&endDate=2026-03-08&geo=gb&countBy=lead':
      'analytics-geo-2026-03-02-2026-03-08-GB-by-lead-day.csv',
    '/analytics/export?table=quality&startDate=2026-03-02&endDate=2026-03-08&countBy=lead':
      'analytics-quality-2026-03-02-2026-03-08.csv',
    [leads]: 'leads-search-GMT+2.csv',
    [`${leads}&geo=de&sourceNumber=44&status=no%20answer&deposited=true&from=2026-03-02&paidTo=2026-03-08`]:
      'leads-search-DE-44-no-answer-deposited-2026-03-02-on-paid-until-2026-03-08-GMT+2.csv',
    '/debug-logs/export': 'debug-logs.csv',
    '/debug-logs/export?area=sync&level=error&search=x&from=2026-03-02T10:00:00Z':
      'debug-logs-sync-error-search-2026-03-02T10-00.csv',
  }
  const found: Record<string, string | undefined> = {}
  for (const path of Object.keys(names)) {
    // oxlint-disable-next-line no-await-in-loop -- a few, one after the other
    const { status, name, bytes } = await readFile(path)
    found[path] = /^attachment; filename="(.+)"$/.exec(name ?? '')?.[1]
    expect({ path, status, mark: Buffer.from(bytes.slice(0, 3)).toString('hex') }).toEqual({
      path,
      status: 200,
      mark: 'efbbbf',
    })
  }
  expect(found).toEqual(names)
})

test('of no report there are no details, and of one without a result none that look as if nothing was owed', async () => {
  const failed = 'failed-report'
  await capline.db
    .insertInto('payout_reports')
    .values({
      id: failed,
      range_start: report.params.start,
      range_end: report.params.end,
      status: 'failed',
      requested_by: '@ben',
      created_at: '2026-03-09T10:00:00Z',
      timezone: 'UTC',
      invalid_statuses: [],
    })
    .execute()
  const none = { status: 404, message: payoutTexts.noResult }
  for (const id of [failed, 'none']) {
    const params = { id }
    expect(await refusalOf(admin.call(payoutDetailCalls.listDeals, { params, query: {} }))).toMatchObject(none)
    expect(await refusalOf(admin.call(payoutDetailCalls.listExtras, { params, query: {} }))).toMatchObject(none)
    expect(await refusalOf(admin.call(payoutDetailCalls.listDeposits, { params, query: {} }))).toMatchObject(none)
    expect((await readFile(`/payouts/reports/${id}/export`)).status).toBe(404)
  }
  expect((await readFile(`/payouts/reports/${report.id}/deals/none/export`)).status).toBe(404)
})

async function readFile(path: string) {
  const response = await fetch(`${capline.address}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, name: response.headers.get('content-disposition'), bytes }
}
