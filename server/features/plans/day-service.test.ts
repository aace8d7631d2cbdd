import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { planCalls } from '#contract/plans.ts'
import { planTexts } from '#contract/texts/plans.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { lockPlans } from '#server/features/caps/planned-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { past } from '#testing/locked-table.ts'
import { buildPlan, changePlan } from '#testing/plans.ts'
import { refusalOf } from '#testing/refusal.ts'
import { findUndoneDays } from './make-service.ts'
import { makeAllDue } from './service.ts'

const clock = createTestClock('2026-11-23T08:00:00Z')
let capline: TestCapline
let editor: SignedIn

// Without a worker, so that nothing is made but when a test says so.
beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { ROLES: 'web' } })
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())
beforeEach(async () => {
  await moveTo('2026-11-23T08:00:00Z')
  for (const table of ['caps', 'plans', 'plan_days'] as const) await capline.db.deleteFrom(table).execute()
})

const day = (text: string) => brandText<Day>(text)
/** A Thursday that is further ahead than plans make caps. */
const FAR = day('2026-12-03')

const setDay = (id: string, on: Day, number: number | null) =>
  editor.call(planCalls.setDay, { params: { id, day: on }, body: { number } })
const undo = (id: string | null) => editor.call(capCalls.undo, { params: { id: id ?? '' } })
const capsOf = async (date: Day) => (await editor.call(capCalls.listDay, { params: { date } })).map(({ cap }) => cap)
/** Signs in again, since a session ends within days. */
const moveTo = async (now: string) => {
  clock.set(now)
  editor = await capline.signIn('editor')
}
const makeOn = async (now: string) => {
  clock.set(now)
  await makeAllDue({ db: capline.db, clock })
}
const savePlan = async () =>
  (await editor.call(planCalls.create, { body: { plans: [buildPlan()] } })).plans[0]?._id ?? ''

test('a day that a person gave a number is the plan’s again once that is undone', async () => {
  const id = await savePlan()
  const first = await setDay(id, FAR, 5)
  const second = await setDay(id, FAR, 6)
  await undo(second.batchId)
  await undo(first.batchId)
  // A Saturday of the days that caps are made for.
  const saturday = day('2026-11-28')
  await undo((await setDay(id, saturday, 5)).batchId)
  await makeOn('2026-11-26T08:00:00Z')
  expect(await capsOf(FAR)).toEqual([20])
  const everyDay = changePlan(buildPlan(), [1, 1, 1, 1, 1, 1, 1], day('2026-11-26'))
  await editor.call(planCalls.change, { params: { id }, body: everyDay })
  expect(await capsOf(saturday)).toEqual([1])
})

test('a day that is undone when plans have come to it already gets its cap at the next look', async () => {
  const id = await savePlan()
  // Today, tomorrow, and a Monday.
  const days = [FAR, day('2026-12-04'), day('2026-12-07')] as const
  const batches: (string | null)[] = []
  for (const each of days) batches.push((await setDay(id, each, 5)).batchId)
  await moveTo('2026-12-03T08:00:00Z')
  await makeOn('2026-12-03T08:00:00Z')
  expect(await Promise.all(days.map(capsOf))).toEqual([[5], [5], [5]])
  for (const batchId of batches) await undo(batchId)
  // One that is set anew leaves the others to the look.
  await setDay(id, days[1], 6)
  await makeOn('2026-12-03T08:01:00Z')
  expect(await Promise.all(days.map(capsOf))).toEqual([[20], [6], [20]])
})

test('a redo gives a day its number again also once the plan has filled it, but not over a person’s change', async () => {
  const id = await savePlan()
  const { batchId } = await setDay(id, FAR, 5)
  await moveTo('2026-12-03T08:00:00Z')
  await makeOn('2026-12-03T08:00:00Z')
  let undone = await undo(batchId)
  for (const minute of ['01', '03']) {
    await makeOn(`2026-12-03T08:${minute}:00Z`)
    expect(await capsOf(FAR)).toEqual([20])
    const redone = await undo(undone.batchId)
    await makeOn(`2026-12-03T08:${minute}:30Z`)
    expect(await capsOf(FAR)).toEqual([5])
    undone = await undo(redone.batchId)
  }
  await makeOn('2026-12-03T08:05:00Z')
  await setDay(id, FAR, 7)
  expect((await refusalOf(undo(undone.batchId))).status).toBe(409)
  expect(await capsOf(FAR)).toEqual([7])
})

test('a day whose cap a person deleted stays theirs, and no look waits for it', async () => {
  const id = await savePlan()
  const first = await setDay(id, FAR, 5)
  const deleted = await setDay(id, FAR, null)
  await moveTo('2026-12-03T08:00:00Z')
  await makeOn('2026-12-03T08:00:00Z')
  await past(capline.db, lockPlans, () => makeOn('2026-12-03T08:01:00Z'))
  expect(await capsOf(FAR)).toEqual([])
  await undo(deleted.batchId)
  await undo(first.batchId)
  await makeOn('2026-12-03T08:02:00Z')
  expect(await capsOf(FAR)).toEqual([20])
})

test('the look asks the history as often for many days without their cap as for one', async () => {
  const id = await savePlan()
  let asked = 0
  const counting = capline.db.withPlugin({
    transformQuery({ node }) {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const countAfter = async (...days: readonly Day[]) => {
    for (const each of days) for (const number of [5, null]) await setDay(id, each, number)
    asked = 0
    expect(await findUndoneDays(counting, FAR)).toEqual([])
    return asked
  }
  const ofOne = await countAfter(FAR)
  expect(await countAfter(day('2026-12-04'), day('2026-12-07'))).toBe(ofOne)
})

test('a day that a person gave a number stays theirs while it stands, or once they delete its cap', async () => {
  const id = await savePlan()
  const [deleted, changed, kept] = [day('2026-12-01'), day('2026-12-02'), FAR]
  await setDay(id, deleted, 5)
  const [cap] = await editor.call(capCalls.listDay, { params: { date: deleted } })
  await editor.call(capCalls.remove, { params: { id: cap?._id ?? '' } })
  await setDay(id, changed, 5)
  await undo((await setDay(id, changed, null)).batchId)
  await undo((await setDay(id, kept, 5)).batchId)
  await setDay(id, kept, 7)
  await makeOn('2026-11-26T08:00:00Z')
  expect(await Promise.all([deleted, changed, kept].map(capsOf))).toEqual([[], [5], [7]])
})

test('a day that a person gave a number beyond a span is no line of it', async () => {
  const id = await savePlan()
  await setDay(id, day('2026-12-24'), 5)
  const body = changePlan(buildPlan(), [1, 1, 1, 1, 1, null, null], day('2026-11-23'))
  const lines = await editor.call(planCalls.previewChange, { params: { id }, body })
  const { days } = await editor.call(planCalls.change, { params: { id }, body })
  expect([lines.at(-1)?.day, days.at(-1)?.day]).toEqual(['2026-12-18', '2026-11-30'])
})

test('a day is set at the plan that has it, not at the half that ended or at one that has not begun', async () => {
  const id = await savePlan()
  const body = changePlan(buildPlan(), [5, 5, 5, 5, 5, null, null], day('2026-11-26'))
  const { plans } = await editor.call(planCalls.change, { params: { id }, body })
  const next = plans[1]?._id ?? ''
  const ended = await refusalOf(setDay(id, day('2026-11-26'), null))
  const message = planTexts.outside('2026-11-23', '2026-11-25')
  expect([ended.status, ended.details.errors]).toEqual([400, [{ path: 'day', message }]])
  const before = await refusalOf(setDay(next, day('2026-11-25'), null))
  expect([before.status, before.message]).toEqual([400, planTexts.outside('2026-11-26', null)])
  await setDay(id, day('2026-11-25'), null)
  await setDay(next, day('2026-11-26'), null)
  expect(await Promise.all(['2026-11-25', '2026-11-26', '2026-11-27'].map((date) => capsOf(day(date))))).toEqual([
    [],
    [],
    [5],
  ])
})

test('a split is undone also where both halves have a row of a day', async () => {
  const id = await savePlan()
  const body = changePlan(buildPlan(), [5, 5, 5, 5, 5, null, null], day('2026-11-26'))
  const { batchId } = await editor.call(planCalls.change, { params: { id }, body })
  const friday = day('2026-11-27')
  // As the product once let people set days of the half that ended.
  await capline.db
    .insertInto('plan_days')
    .values({ plan_id: id, day: friday, cap_id: null, cap_version: null })
    .execute()
  const [cap] = await editor.call(capCalls.listDay, { params: { date: friday } })
  await editor.call(capCalls.remove, { params: { id: cap?._id ?? '' } })
  await editor.call(planCalls.undo, { params: { id: batchId } })
  expect([await capsOf(friday), await capsOf(day('2026-11-30'))]).toEqual([[], [20]])
})
