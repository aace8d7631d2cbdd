import { afterAll, beforeAll, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { whyCalls } from '#contract/why.ts'
import { dayOffCalls } from '#contract/days-off.ts'
import { pauseCalls } from '#contract/pauses.ts'
import { limitCalls } from '#contract/limits.ts'
import { suggestionCalls } from '#contract/suggestions.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createTestClock } from '#testing/clock.ts'
import { refusalOf } from '#testing/refusal.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import { addCap, endGoodSync, plantHistory, setSetting, TODAY } from '#testing/suggestions.ts'

const clock = createTestClock('2026-11-21T10:40:00Z')

let capline: TestCapline
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock })
  editor = await capline.signIn('editor')
  await capline.sync()
  await setSetting(capline.db, 'timezone', 'Europe/Berlin')
  await plantHistory(capline.db, '2026-11-21T10:30:00Z', [{ source: '44', leadsAnHour: 4 }])
})
afterAll(() => capline.close())

const list = () => editor.call(suggestionCalls.list, { query: {} })

/** Asks for a sweep and waits for its end. */
async function sweep(): Promise<void> {
  const before = (await list()).lastSweep?.id
  await editor.call(suggestionCalls.sweep, {})
  await expect
    .poll(async () => {
      const { sweepPending, lastSweep } = await list()
      return !sweepPending && lastSweep?.id !== before
    })
    .toBe(true)
}

test('a day without suggestions says why', async () => {
  expect((await list()).why).toEqual({
    reason: 'off',
    sentence:
      'No suggestions yet. The AI suggestion loop is off. An admin can turn it on in the Control Center, under Day and alerts.',
  })
  await sweep()
  expect(await list()).toMatchObject({
    date: TODAY,
    suggestions: [],
    lastSweep: { cause: 'force', caps: 0, suggested: 0 },
    why: { reason: 'no-caps' },
  })
})

test('what is suggested is applied once, taken back, and dismissed', async () => {
  const capId = await addCap(capline.db, { cap: 20 })
  await sweep()
  const [suggestion, ...others] = (await list()).suggestions
  expect(others).toEqual([])
  if (suggestion?.action?.kind !== 'set-cap') throw new Error('no raise')
  const { id, action } = suggestion
  expect(suggestion).toMatchObject({ kind: 'raise', state: 'open', fits: true, decision: null, outcome: null })
  expect(suggestion.applyLabel).toBe(['Raise to', action.to].join(' '))
  expect(suggestion.sentence).toContain(['Raise #44 to', action.to].join(' '))
  expect(suggestion.evidence).toMatchObject({ kind: 'pace', cap: 20 })

  const by = `@${editor.member.handle ?? ''}`
  const applied = await editor.call(suggestionCalls.apply, { params: { id } })
  expect(applied).toMatchObject({ state: 'applied', fits: false, decision: { by, where: 'web' } })
  const capOf = async () =>
    (await editor.call(capCalls.listDay, { params: { date: TODAY } })).find(({ _id }) => _id === capId)?.cap
  expect(await capOf()).toBe(action.to)
  const again = await refusalOf(editor.call(suggestionCalls.apply, { params: { id } }))
  expect(again).toMatchObject({ status: 409, message: `${by} has applied this already.` })

  expect((await editor.call(suggestionCalls.undo, { params: { id } })).state).toBe('undone')
  expect(await capOf()).toBe(20)
  const late = await refusalOf(editor.call(suggestionCalls.dismiss, { params: { id } }))
  expect(late).toMatchObject({ status: 409, message: `${by} has undone this already.` })
  const nobodys = await refusalOf(editor.call(suggestionCalls.dismiss, { params: { id: 'nobodys' } }))
  expect(nobodys.status).toBe(404)
})

test('the forecast of today has its caps, and what all of it comes to; other days have none', async () => {
  const [cap] = await editor.call(capCalls.listDay, { params: { date: TODAY } })
  const forecast = await editor.call(suggestionCalls.forecast, { params: { date: TODAY } })
  expect(forecast).toMatchObject({ date: TODAY, why: null, days: 20 })
  expect(forecast.caps.map(({ id }) => id)).toEqual([cap?._id])
  const [own] = forecast.caps
  expect(own?.delivered).toBe(forecast.all?.delivered)
  expect(own?.total.p90).toBeGreaterThan(own?.total.p50 ?? 0)
  expect(own?.fullAt?.p50).toBeGreaterThan(11 * 60)
  expect(forecast.byGeo.map(({ geo }) => geo)).toEqual(['DE'])
  expect(forecast.bySource.map(({ sourceNumber }) => sourceNumber)).toEqual(['44'])

  // Why this number: of the same knowledge, and hour by hour up to the same end.
  const why = await editor.call(whyCalls.broker, { params: { id: own?.id ?? '' } })
  expect(why.outlook?.total).toEqual(own?.total)
  expect(why.outlook?.points.at(-1)).toEqual({ minutes: 24 * 60, leads: own?.total })
  expect(why.outlook?.points[0]?.leads.p50).toBe(own?.delivered)
  expect(why.course.today.at(-1)).toBe(own?.delivered)
  expect(why.outlook?.dueSince).toBeGreaterThanOrEqual(0)
  // Nothing was foretold on earlier days.
  expect(forecast.hitRates?.all).toEqual({ days: 0, told: 0, held: 0 })
  expect(why.outlook?.hitRate).toEqual(forecast.hitRates?.caps)

  // A cap that is changed has another forecast at once.
  await editor.call(suggestionCalls.forecast, { params: { date: TODAY } })
  const fullAtOf = async (planned: number, updated_at: string) => {
    await capline.db.updateTable('caps').set({ cap: planned, updated_at }).execute()
    return (await editor.call(suggestionCalls.forecast, { params: { date: TODAY } })).caps[0]?.fullAt
  }
  expect(await fullAtOf(1_000, '2026-11-21T11:01:00Z')).toBeNull()
  expect(await fullAtOf(own?.delivered ?? 0, '2026-11-21T11:02:00Z'), 'one that is full').toBeNull()
  expect(await fullAtOf(0, '2026-11-21T11:03:00Z'), 'one of 0').toBeNull()

  const tomorrow = await editor.call(suggestionCalls.forecast, { params: { date: '2026-11-22' } })
  expect(tomorrow).toMatchObject({ caps: [], all: null, why: { reason: 'not-today' } })
})

test('leads that came are taken up by the forecast within a minute, and not before, and days off with them', async () => {
  const delivered = async () =>
    (await editor.call(suggestionCalls.forecast, { params: { date: TODAY } })).all?.delivered ?? 0
  const before = await delivered()
  const lead = { connector: 'main', external_id: 'late', created_at: '2026-11-21T10:25:00Z', day: TODAY }
  await capline.db
    .insertInto('leads')
    .values({ ...lead, geo: 'DE', geo_key: 'DE', source_number: '44', advertiser_id: '101' })
    .execute()
  await bumpDataVersion(capline.db)
  clock.set('2026-11-21T10:40:59Z')
  expect(await delivered()).toBe(before)
  clock.set('2026-11-21T10:41:00Z')
  expect(await delivered()).toBe(before + 1)

  const width = async () => {
    const { all } = await editor.call(suggestionCalls.forecast, { params: { date: TODAY } })
    return all ? all.total.p90 - all.total.p10 : 0
  }
  const usual = await width()
  const dayOff = { side: 'geo', key: 'DE', day: TODAY, yearly: false, effect: 'keep', name: 'A holiday' } as const
  await editor.call(dayOffCalls.add, { body: { daysOff: [dayOff] } })
  await bumpDataVersion(capline.db)
  clock.set('2026-11-21T10:42:00Z')
  expect(await width()).toBeGreaterThan(usual)
})

test('without a day what is suggested for tomorrow stands with what is for today', async () => {
  // From 15:00 on tomorrow is planned.
  clock.set('2026-11-21T14:10:00Z')
  await endGoodSync(capline.db, clock.now())
  const soldId = await addCap(capline.db, { cap: 90, daysAhead: 1 })
  await addCap(capline.db, { cap: 40, daysAhead: 1, kind: 'affiliate' })
  const tomorrow = '2026-11-22'
  const scope = { geo: 'DE', advertiserId: null, sourceNumber: null }
  const pause = { scopes: [scope], from: '2026-11-21T23:00:00Z', reason: 'other' as const }
  const { pauses } = await editor.call(pauseCalls.begin, { body: pause })
  await sweep()
  expect((await editor.call(suggestionCalls.list, { query: { date: tomorrow } })).suggestions).toEqual([])
  await editor.call(pauseCalls.end, { body: { ids: pauses.map(({ _id }) => _id) } })
  await sweep()
  const daysOf = (day: { suggestions: { subject: { day: string } }[] }) =>
    new Set(day.suggestions.map(({ subject }) => subject.day))
  const both = await list()
  expect(both.date).toBe(TODAY)
  expect(daysOf(both)).toEqual(new Set([TODAY, tomorrow]))
  expect(daysOf(await editor.call(suggestionCalls.list, { query: { date: TODAY } }))).toEqual(new Set([TODAY]))
  const ofTomorrow = await editor.call(suggestionCalls.list, { query: { date: tomorrow } })
  expect(daysOf(ofTomorrow)).toEqual(new Set([tomorrow]))
  const [gap] = ofTomorrow.suggestions
  if (!gap) throw new Error('no gap')
  const apply = () => editor.call(suggestionCalls.apply, { params: { id: gap.id } })
  const sell = async (leads: number) => {
    const sold = capline.db.updateTable('caps').set({ cap: leads }).where('id', '=', soldId)
    await sold.execute()
    return (await list()).suggestions.find(({ id }) => id === gap.id)?.fits
  }
  // Following it would buy 90, whatever is sold by now.
  expect(await sell(50)).toBe(false)
  expect(await sell(91)).toBe(true)
  const [held] = (await editor.call(pauseCalls.begin, { body: pause })).pauses
  expect(await sell(90)).toBe(false)
  await editor.call(pauseCalls.end, { body: { ids: [held?._id ?? ''] } })
  expect(await sell(50)).toBe(false)
  expect(await refusalOf(apply())).toMatchObject({ status: 409, message: expect.stringContaining('outdated') })
  expect(await sell(90)).toBe(true)
  const draft = { name: 'All of DE', side: 'affiliate', unit: 'leads', period: 'day' } as const
  const limit = { ...draft, geos: ['DE'], advertiserIds: [], sourceNumbers: [], number: 89 }
  const { batchId } = await editor.call(limitCalls.create, { body: limit })
  expect(await sell(90)).toBe(false)
  expect(await refusalOf(apply())).toMatchObject({ status: 409, message: expect.stringContaining('limit') })
  await editor.call(limitCalls.undo, { params: { id: batchId } })
  expect((await apply()).state).toBe('applied')
})

test('just after midnight the last good sync is too long ago by the time that went by', async () => {
  await capline.db.deleteFrom('suggestions').execute()
  await addCap(capline.db, { cap: 20, geo: 'FR', daysAhead: 1 })
  const sweepAfter = async (syncedAt: string) => {
    clock.set(syncedAt)
    await endGoodSync(capline.db, clock.now())
    clock.set('2026-11-21T23:30:00Z')
    await sweep()
    return list()
  }
  const forecast = () => editor.call(suggestionCalls.forecast, { params: { date: brandText<Day>('2026-11-22') } })
  expect(await sweepAfter('2026-11-21T22:29:00Z')).toMatchObject({ date: '2026-11-22', why: { reason: 'no-sync' } })
  expect(await forecast()).toMatchObject({ why: { reason: 'no-sync' }, caps: [], all: null })
  await setSetting(capline.db, 'leads_sync_interval_minutes', '60')
  expect((await forecast()).why, 'where syncs are seldom, one may be missed').toBeNull()
  await setSetting(capline.db, 'leads_sync_interval_minutes', '10')
  const { lastSweep, why } = await sweepAfter('2026-11-21T22:31:00Z')
  expect(lastSweep?.caps).toBeGreaterThan(0)
  expect(why?.reason).not.toBe('no-sync')
  expect((await forecast()).why).toBeNull()
})
