import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sent } from '#contract/call.ts'
import { capCalls } from '#contract/caps.ts'
import { limitCalls } from '#contract/limits.ts'
import { limitTexts } from '#contract/texts/limits.ts'
import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf, DEFAULT_ZONE } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let anna: SignedIn
const today: Day = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())

beforeAll(async () => {
  capline = await startTestCapline()
  anna = await capline.signIn('editor')
  await insertAdvertiser(capline.db)
})

afterAll(() => capline.close())

type Draft = Sent<typeof limitCalls.create>['body']

const DRAFT: Draft = {
  name: 'Three countries',
  side: 'broker',
  geos: ['DE', 'UK'],
  advertiserIds: [],
  sourceNumbers: ['#44'],
  number: 4,
  unit: 'leads',
  period: 'week',
}
const create = (fields: Partial<Draft> = {}) => anna.call(limitCalls.create, { body: { ...DRAFT, ...fields } })
const list = () => anna.call(limitCalls.list, { query: {} })

test('what is no limit is refused at its field', async () => {
  const problems = async (fields: Partial<Draft>) => {
    const { status, details } = await refusalOf(create(fields))
    return [status, ...(details.errors ?? []).map(({ path, message }) => `${path}: ${message}`)]
  }
  expect(await problems({ unit: 'validLeads' })).toEqual([400, `unit: ${limitTexts.sourceOnly}`])
  expect(await problems({ number: -1 })).toEqual([400, `number: ${limitTexts.number}`])
  expect(await problems({ advertiserIds: ['B-9'] })).toEqual([
    400,
    `advertiserIds: ${limitTexts.unknownAdvertiser('B-9')}`,
  ])
  expect(await problems({ advertiserIds: ['Alster'] })).toEqual([
    400,
    `advertiserIds: ${limitTexts.unknownAdvertiser('Alster')} Did you mean Alster Insurance (B-1)?`,
  ])
  expect(await problems({ firstDay: '2026-11-21', lastDay: '2026-11-20' })).toEqual([
    400,
    `lastDay: ${limitTexts.reversed}`,
  ])
  expect(await problems({ period: 'range' })).toEqual([400, `firstDay: ${limitTexts.daysMissing}`])
  expect(await list()).toEqual([])
})

test('counts from the beginning of its period, whenever it was made, beside what caps plan; changes go back', async () => {
  await anna.call(capCalls.create, { body: buildCapDraft({ date: today, cap: 6, workingHours: null }) })
  const place = { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44' }
  const at = formatInstant(zoneOf(DEFAULT_ZONE).startOf(today))
  capline.source.put(
    'leads',
    ...['a', 'b', 'c'].map((id) => buildLead({ ...place, id, createdAt: at })),
    buildLead({ ...place, id: 'other', geo: 'FR', createdAt: at }),
  )
  await capline.sync()
  const made = await create()
  const [state] = await list()
  expect(state).toMatchObject({
    limit: { name: 'Three countries', geos: ['DE', 'UK'], sourceNumbers: ['44'], number: 4 },
    period: { start: mondayOf(today), end: addDays(mondayOf(today), 6) },
    delivered: 3,
    planned: 6,
    fullAt: { day: today },
  })
  const changed = await anna.call(limitCalls.update, {
    params: { id: made.limit._id },
    body: { ...DRAFT, number: 3, version: made.limit.version },
  })
  expect((await list())[0]?.fullAt).toBeNull()
  const stale = anna.call(limitCalls.update, { params: { id: made.limit._id }, body: { ...DRAFT, version: 1 } })
  expect(await refusalOf(stale)).toMatchObject({ status: 409 })
  expect(await refusalOf(anna.call(limitCalls.undo, { params: { id: made.batchId } }))).toMatchObject({ status: 409 })
  await anna.call(limitCalls.undo, { params: { id: changed.batchId } })
  expect((await list())[0]?.limit.number).toBe(4)
  const [period, ...more] = await anna.call(limitCalls.listPeriods, { params: { id: made.limit._id } })
  expect(period).toMatchObject({ delivered: 3, planned: 6 })
  expect(more.every(({ delivered }) => delivered === 0)).toBe(true)
  const range = { start: addDays(mondayOf(today), -7), end: today }
  const over = await anna.call(limitCalls.listRange, { query: range })
  expect(over.map((one) => [one.limit.name, one.period.start, one.delivered, one.planned])).toEqual([
    ['Three countries', range.start, 0, 0],
    ['Three countries', mondayOf(today), 3, 6],
  ])
  const reversed = anna.call(limitCalls.listRange, { query: { start: today, end: addDays(today, -1) } })
  expect((await refusalOf(reversed)).details.errors?.[0]?.path).toBe('end')
  const file = await fetch(`${capline.address}/api/limits/export`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(await file.text()).toContain(`Three countries,broker,"DE, UK",all,44,4,leads,week,,,${mondayOf(today)}`)
  const removed = await anna.call(limitCalls.remove, { params: { id: made.limit._id } })
  expect(await list()).toEqual([])
  await anna.call(limitCalls.undo, { params: { id: removed.batchId } })
  expect(await list()).toHaveLength(1)
  const history = await anna.call(limitCalls.listHistory, {})
  expect(history.map(({ action }) => action)).toEqual([
    'limit.undo',
    'limit.deleted',
    'limit.undo',
    'limit.changed',
    'limit.created',
  ])
})

test('periods follow each other day by day, this one first', async () => {
  const { limit } = await create({ period: 'day' })
  const days = await anna.call(limitCalls.listPeriods, { params: { id: limit._id } })
  expect(days.map(({ period }) => period.start)).toEqual(days.map((_, at) => addDays(today, -at)))
})

test('what is named twice stands once, as it was written first', async () => {
  const { limit } = await create({
    geos: ['germany', 'DE', 'UK', 'GB'],
    advertiserIds: ['B-1', 'b-1'],
    sourceNumbers: ['44', '#44'],
  })
  expect(limit).toMatchObject({ geos: ['DE', 'UK'], advertiserIds: ['B-1'], sourceNumbers: ['44'] })
})
