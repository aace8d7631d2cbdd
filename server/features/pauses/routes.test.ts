import { afterAll, beforeAll, expect, test } from 'vitest'
import { leadCalls } from '#contract/leads.ts'
import { pauseCalls } from '#contract/pauses.ts'
import type { Sent } from '#contract/call.ts'
import { pauseTexts } from '#contract/texts/pauses.ts'
import { addMilliseconds, formatInstant, HOUR } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let anna: SignedIn
let boss: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  anna = await capline.signIn('editor')
  boss = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
})

afterAll(() => capline.close())

type Wish = Sent<typeof pauseCalls.begin>['body']

const begin = (wish: Partial<Wish>) =>
  anna.call(pauseCalls.begin, { body: { scopes: [{ geo: 'DE' }], reason: 'quality', ...wish } })
const later = (hours: number) => formatInstant(addMilliseconds(systemClock.now(), hours * HOUR))

test('what is no pause is refused at its field, and nothing is saved', async () => {
  const problems = async (wish: Partial<Wish>) => {
    const { status, details } = await refusalOf(begin(wish))
    return [status, ...(details.errors ?? []).map(({ path, message }) => `${path}: ${message}`)]
  }
  expect(await problems({ scopes: [] })).toEqual([400, `scopes: ${pauseTexts.scopes}`])
  expect(await problems({ scopes: [{ geo: 'DE' }, {}] })).toEqual([400, `scopes.1: ${pauseTexts.noScope}`])
  expect(await problems({ scopes: [{ geo: 'UK' }, { geo: 'GB' }] })).toEqual([400, `scopes.1: ${pauseTexts.twice}`])
  expect(await problems({ until: later(-1) })).toEqual([400, `until: ${pauseTexts.endsFirst}`])
  expect(await problems({ from: later(-1) })).toEqual([400, `from: ${pauseTexts.began}`])
  expect(await problems({ from: later(2), until: later(1) })).toEqual([400, `until: ${pauseTexts.endsFirst}`])
  expect(await problems({ scopes: [{ advertiserId: 'B-9' }] })).toEqual([
    400,
    `scopes.0.advertiserId: ${pauseTexts.unknownAdvertiser('B-9')}`,
  ])
  expect(await anna.call(pauseCalls.listStanding, {})).toEqual([])
})

test('several at once begin, end and are undone together, with their history; leads that come are marked and counted', async () => {
  const { batchId, pauses } = await begin({
    scopes: [{ geo: 'DE', advertiserId: 'b-1', sourceNumber: '#44' }, { geo: 'FR' }],
    until: later(3),
    note: 'too many duplicates',
  })
  expect(pauses).toMatchObject([
    { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44', way: 'board', endedAt: null },
    { geo: 'FR', advertiserId: null, sourceNumber: null },
  ])
  const place = { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44' }
  capline.source.put(
    'leads',
    buildLead({ ...place, createdAt: later(0) }),
    buildLead({ ...place, id: 'before', createdAt: later(-1) }),
  )
  await capline.sync()
  const [one] = await anna.call(pauseCalls.listStanding, {})
  const { leads } = await boss.call(leadCalls.search, { query: {} })
  expect(leads.map(({ paused }) => paused)).toEqual([true, false])
  expect(one?.leads).toBe(1)

  const ended = await anna.call(pauseCalls.end, { body: { ids: pauses.map(({ _id }) => _id) } })
  expect(await anna.call(pauseCalls.listStanding, {})).toEqual([])
  expect(await refusalOf(anna.call(pauseCalls.undo, { params: { id: batchId ?? '' } }))).toMatchObject({ status: 409 })
  await anna.call(pauseCalls.undo, { params: { id: ended.batchId ?? '' } })
  expect(await anna.call(pauseCalls.listStanding, {})).toHaveLength(2)
  const again = await anna.call(pauseCalls.end, { body: { ids: ['nobody', ...pauses.map(({ _id }) => _id)] } })
  expect(again.pauses).toHaveLength(2)
  expect(await anna.call(pauseCalls.end, { body: { ids: ['nobody'] } })).toEqual({ batchId: null, pauses: [] })
  const history = await anna.call(pauseCalls.listHistory, {})
  expect(history.map(({ action }) => action)).toEqual(
    ['pause.ended', 'pause.undo', 'pause.ended', 'pause.begun'].flatMap((action) => [action, action]),
  )
  const file = await fetch(`${capline.address}/api/pauses/export`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  const text = await file.text()
  expect(text).toContain('Geo,Advertiser ID,Source,From (GMT+2)')
  expect(text).toMatch(/DE,B-1,44,.*too many duplicates/)
  const today = await anna.call(pauseCalls.listDay, { params: { date: formatInstant(systemClock.now()).slice(0, 10) } })
  expect(today.length).toBeLessThanOrEqual(2)
})

test('that a pause gives way to another one of its scope is no change of its own in the history', async () => {
  const scopes = [{ geo: 'IT' }]
  await begin({ scopes, from: later(5) })
  await begin({ scopes })
  const { batchId } = await begin({ scopes, from: later(6), until: later(8) })
  const [last, ...before] = await anna.call(pauseCalls.listHistory, {})
  expect(last).toMatchObject({ batchId, action: 'pause.begun', before: { until: null } })
  expect(before.map((change) => change.batchId)).not.toContain(batchId)
  await anna.call(pauseCalls.undo, { params: { id: batchId ?? '' } })
  expect(
    (await anna.call(pauseCalls.listStanding, {})).filter(({ geo, until }) => geo === 'IT' && !until),
  ).toHaveLength(2)
})
