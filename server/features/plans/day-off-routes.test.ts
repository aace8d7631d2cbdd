import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOffCalls } from '#contract/days-off.ts'
import { planCalls } from '#contract/plans.ts'
import { capTexts } from '#contract/texts/caps.ts'
import { planTexts } from '#contract/texts/plans.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildPlan } from '#testing/plans.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline({ clock: createTestClock('2026-11-23T08:00:00Z'), environment: { ROLES: 'web' } })
  editor = await capline.signIn('editor')
})
afterAll(() => capline.close())
beforeEach(() => capline.db.deleteFrom('days_off').execute())

const day = (text: string) => brandText<Day>(text)
const TODAY = day('2026-11-23')

test('a day off of every year stands once, whatever year it was added with', async () => {
  const off = { side: 'geo' as const, key: 'DE', yearly: true, effect: 'none' as const, name: 'New Year' }
  const add = (fields: { key?: string; day: Day; yearly?: boolean }) =>
    editor.call(dayOffCalls.add, { body: { daysOff: [{ ...off, ...fields }] } })
  const { daysOff } = await add({ day: day('2024-02-29') })
  const again = await refusalOf(add({ key: 'de', day: day('2028-02-29') }))
  expect([again.status, again.message]).toEqual([409, planTexts.dayOff.exists])
  await add({ key: 'IT', day: day('2028-02-29') })
  await add({ day: day('2028-02-29'), yearly: false })
  await add({ day: day('2028-02-28') })
  const removed = await editor.call(dayOffCalls.remove, { params: { id: daysOff[0]?._id ?? '' } })
  await add({ day: day('2028-02-29') })
  const undone = await refusalOf(editor.call(dayOffCalls.undo, { params: { id: removed.batchId } }))
  expect([undone.status, undone.message]).toEqual([409, planTexts.dayOff.changedSince])
})

test('a geo that has a day off is one, and a country is its code', async () => {
  const off = { side: 'geo' as const, day: TODAY, yearly: false, effect: 'none' as const, name: 'Fair' }
  const add = (key: string) => editor.call(dayOffCalls.add, { body: { daysOff: [{ ...off, key }] } })
  expect((await add(' Germany ')).daysOff).toMatchObject([{ key: 'DE' }])
  for (const none of ['DE, AT', 'all of them']) {
    const { status, details } = await refusalOf(add(none))
    expect([status, details.errors]).toEqual([400, [{ path: 'daysOff.0.key', message: planTexts.dayOff.geo }]])
  }
})

test('a name in the place of an ID is answered with whose name it is, for plans too', async () => {
  await insertAdvertiser(capline.db)
  const off = {
    side: 'advertiser' as const,
    key: 'Alster',
    day: TODAY,
    yearly: false,
    effect: 'none' as const,
    name: 'Off',
  }
  const refused = [
    await refusalOf(editor.call(dayOffCalls.add, { body: { daysOff: [off] } })),
    await refusalOf(editor.call(planCalls.create, { body: { plans: [buildPlan({ advertiserId: 'Alster' })] } })),
  ]
  const message = `${capTexts.unknownAdvertiser('Alster')} Did you mean Alster Insurance (B-1)?`
  expect(refused.map(({ status, details }) => [status, details.errors])).toEqual([
    [400, [{ path: 'daysOff.0.key', message }]],
    [400, [{ path: 'plans.0.advertiserId', message }]],
  ])
})

test('public holidays of a country are proposed, and nothing of them is saved', async () => {
  const holidays = await editor.call(dayOffCalls.listHolidays, { query: { geo: 'United Kingdom' } })
  expect(holidays).toContainEqual({ day: '2026-12-25', name: 'Christmas Day', yearly: true })
  expect(holidays).toContainEqual({ day: '2027-03-26', name: 'Good Friday', yearly: false })
  expect(holidays.every((one) => one.day >= TODAY && one.day <= '2027-11-23')).toBe(true)
  expect(await editor.call(dayOffCalls.listHolidays, { query: { geo: 'LATAM' } })).toEqual([])
  // Today's comes again a year later: as a day off of every year it stands once.
  const japanese = await editor.call(dayOffCalls.listHolidays, { query: { geo: 'JP' } })
  expect(japanese.filter((one) => one.day.endsWith('-11-23'))).toMatchObject([{ day: TODAY }])
  expect(await editor.call(dayOffCalls.list, {})).toEqual([])
})

test('a holiday of several days is proposed with each of them, and one of half a day is not', async () => {
  const list = async (geo: string) => {
    const found = await editor.call(dayOffCalls.listHolidays, { query: { geo } })
    return found.map(({ day: date, name, yearly }) => `${date} ${name}${yearly ? ', every year' : ''}`)
  }
  const eid = ['09', '10', '11'].map((date) => `2027-03-${date} End of Ramadan (Eid al-Fitr)`)
  expect((await list('AE')).filter((said) => said.startsWith('2027-03'))).toEqual(eid)
  // In Turkey it begins the afternoon before.
  expect((await list('TR')).filter((said) => said.startsWith('2027-03'))).toEqual(eid)
  expect((await list('AM')).filter((said) => said.includes("Year's Day"))).toEqual(
    ['01', '02'].map((date) => `2027-01-${date} New Year's Day, every year`),
  )
  expect((await list('CW')).filter((said) => said.includes('-12-'))).toEqual([
    '2026-12-25 Christmas Day, every year',
    '2026-12-26 Boxing Day, every year',
  ])
})
