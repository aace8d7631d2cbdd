import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsCalls } from '#contract/analytics.ts'
import { leadCalls } from '#contract/leads.ts'
import { settingCalls } from '#contract/settings.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import { addMilliseconds, formatInstant, HOUR, instantFromMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildDeposit, buildLead, storeLeadRows } from '#testing/lead-rows.ts'

const clock = createTestClock('2026-11-21T20:00:00Z')
const FIRST = instantFromMilliseconds(Date.UTC(2026, 10, 18, 22))
const PERIOD = { startDate: '2026-11-19', endDate: '2026-11-20' }
const FATES = ['valid', 'invalid', 'outsideWorkingHours', 'paused', 'capped'] as const

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { ROLES: 'web' } })
  admin = await capline.signIn('admin')
  await save('invalid_statuses', 'Fake')
  await capline.database.pool.query(`
    insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, working_hours, always_on, created_by)
    select d || k.id, 'broker', d, k.geo, k.geo_key, k.cap, k.broker, k.source, k.hours, k.hours is null, 'anna'
    from unnest('{2026-11-19,2026-11-20}'::date[]) d,
      (values ('1', 'DE', 'DE', 50, 'adv-1', '44', '09:00-18:00'), ('2', 'UK', 'GB', 10, 'adv-1', '45', null),
        ('3', 'DE', 'DE', 0, 'adv-2', '45', '22:00-02:00')) k (id, geo, geo_key, cap, broker, source, hours);
    insert into caps (id, kind, date, geo, geo_key, cap, source_number, created_by)
    values ('publisher', 'affiliate', '2026-11-19', 'UK', 'GB', 10, '44', 'anna');
    insert into pauses (id, geo, begins, until, reason, begun_by, way, created_at)
    values ('pause', 'gb', '2026-11-20 00:00Z', '2026-11-20 21:00Z', 'quality', 'anna', 'board', now())`)
  await save('payout_paused_leads_hours', '0')
  // More than are judged at once, over two days of all keys, and a few more under an id of another system.
  const leads = Array.from({ length: 1_400 }, (_, index) => {
    const at = formatInstant(addMilliseconds(FIRST, index * 2 * MINUTE))
    return buildLead({
      id: `lead-${index}`,
      createdAt: at,
      updatedAt: at,
      geo: index % 3 === 0 ? 'UK' : 'de',
      advertiserId: index % 5 === 0 ? 'adv-2' : 'adv-1',
      sourceNumber: index % 2 === 0 ? '44' : '45',
      status: index % 4 === 1 ? 'fake' : 'New',
      email: `p${index}@example.org`,
    })
  })
  const paidAt = formatInstant(addMilliseconds(FIRST, 60 * HOUR))
  const deposits = leads
    .slice(0, 300)
    .map(({ id }) => buildDeposit({ id: `deposit-${id}`, leadId: id, createdAt: paidAt, updatedAt: paidAt }))
  await storeLeadRows(capline.db, clock, { leads, deposits })
  await storeLeadRows(capline.db, clock, { connector: 'other', leads: leads.slice(700, 720) })
})

afterAll(() => capline.close())

async function save(key: string, value: string): Promise<void> {
  await admin.call(settingCalls.save, { params: { key }, body: { value } })
}

type Query = Record<string, string> & { fate?: FateFilter }

/** As the list shows them, page by page. */
async function list(query: Query): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await admin.call(leadCalls.search, { query: { ...query, after } })
    ids.push(...page.leads.map(({ connector, id }) => `${connector} ${id}`))
    if (page.next === null) return ids
    after = page.next
  }
}

/** As its file has them. */
async function countInFile(query: Query): Promise<number> {
  const question = new URLSearchParams(query)
  const headers = { authorization: `Bearer ${admin.token}` }
  const text = await (await fetch(`${capline.address}/api/leads/export?${question.toString()}`, { headers })).text()
  return text.trimEnd().split('\r\n').length - 1
}

test.each([
  ['all', {}, '100'],
  ['all, where not every invalid one may be deducted', {}, '10'],
  ['of a geo', { geo: 'uk' }, '10'],
  ['of a broker', { advertiserId: 'adv-2' }, '10'],
])('the leads behind each number of lead quality: %s', async (_name, filter, mostInvalid) => {
  await save('payout_most_invalid_percent', mostInvalid)
  const sources = await admin.call(analyticsCalls.quality, { query: { ...PERIOD, ...filter } })
  expect(sources).toHaveLength(2)
  for (const { sourceNumber, leads, planned, valid, invalid, outsideWorkingHours, paused, capped } of sources) {
    const fates = { valid, invalid, outsideWorkingHours, paused, capped }
    const query = { ...filter, sourceNumber, from: PERIOD.startDate, to: PERIOD.endDate }
    // oxlint-disable-next-line no-await-in-loop -- few
    expect(await countInFile(query)).toBe(leads)
    // oxlint-disable-next-line no-await-in-loop
    expect(await countInFile({ ...query, fate: 'planned' })).toBe(planned)
    for (const fate of FATES) {
      // oxlint-disable-next-line no-await-in-loop
      expect([fate, await countInFile({ ...query, fate })]).toEqual([fate, fates[fate]])
    }
  }
})

test('page by page each lead once, in no fate but its own', async () => {
  await save('payout_most_invalid_percent', '100')
  const all = await Promise.all(FATES.map((fate) => list({ fate })))
  expect(all.every((ids) => ids.length > 20)).toBe(true)
  expect(all.flat().toSorted()).toEqual((await list({ fate: 'planned' })).toSorted())
  expect(new Set(all.flat()).size).toBe(all.flat().length)
})

test('the leads behind each number of planned against delivered', async () => {
  const days = await admin.call(analyticsCalls.planned, { query: PERIOD })
  expect(days).toHaveLength(2)
  for (const { date, delivered, leads } of days) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect(await countInFile({ from: date, to: date, fate: 'planned' })).toBe(delivered)
    // oxlint-disable-next-line no-await-in-loop
    expect(await countInFile({ from: date, to: date, fate: 'unplanned' })).toBe(leads - delivered)
  }
})

test('a fate narrows what is found by a text, a status or a deposit too, and what is newer', async () => {
  const valid = await list({ fate: 'valid' })
  expect(await list({ fate: 'valid', search: 'p70' })).toEqual(valid.filter((id) => /lead-70\d?$/.test(id)))
  const isNew = (id: string) => Number(/\d+$/.exec(id)?.[0]) % 4 !== 1
  expect(await list({ fate: 'valid', status: 'new' })).toEqual(valid.filter(isNew))
  expect(await list({ fate: 'valid', connector: 'other' })).toEqual(valid.filter((id) => id.startsWith('other')))
  const paid = await list({ fate: 'valid', paidFrom: '2026-11-21' })
  expect(paid).toEqual(valid.filter((id) => /^main lead-([12]?\d?\d)$/.test(id)))
  const { first } = await admin.call(leadCalls.search, { query: { to: '2026-11-19' } })
  const newer = (query: Query) => admin.call(leadCalls.countNewer, { query: { ...query, before: first ?? '' } })
  expect(await newer({ fate: 'valid' })).toEqual({
    count: (await list({ fate: 'valid', from: '2026-11-20' })).length,
    more: false,
  })
})

test('an unknown fate is refused in words', async () => {
  const response = await fetch(`${capline.address}/api/leads?fate=lost`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: leadTexts.fate })
})
