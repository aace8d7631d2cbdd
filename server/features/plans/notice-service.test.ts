import { afterAll, beforeAll, expect, test } from 'vitest'
import { planCalls } from '#contract/plans.ts'
import { settingCalls } from '#contract/settings.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { makeAllDue } from '#server/features/plans/service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { insertAdvertiser } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { buildPlan, changePlan, type PlanBody } from '#testing/plans.ts'

const clock = createTestClock('2026-11-23T08:00:00Z')
let capline: TestCapline
let editor: SignedIn

// Without a worker, so that nothing is told but when the test says so.
beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { ROLES: 'web' } })
  editor = await capline.signIn('editor')
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())

const day = (text: string) => brandText<Day>(text)
const save = (...plans: PlanBody[]) => editor.call(planCalls.create, { body: { plans } })

test('a plan that ended, makes nothing, or names nobody any more is told once', async () => {
  const columns = { sealed: null, updated_at: '2026-11-23T08:00:00Z', updated_by: 'test' }
  await capline.db
    .insertInto('settings')
    .values({ key: 'summary_group_id', value: '-1001', ...columns })
    .execute()
  await insertAdvertiser(capline.db, 'B-2', 'Gone')
  const nobody = buildPlan({ geo: 'FR', advertiserId: 'B-2' })
  const idle = buildPlan({
    geo: 'ES',
    everyWeeks: 8,
    numbers: [5, null, null, null, null, null, null],
  })
  const changed = buildPlan({ geo: 'IT' })
  await save(buildPlan({ lastDay: day('2026-11-23') }), nobody, idle)
  // From a day on it goes on as another plan.
  const { plans } = await save(changed)
  const body = changePlan(changed, [5, 5, 5, 5, 5, null, null], day('2026-11-24'))
  await editor.call(planCalls.change, { params: { id: plans[0]?._id ?? '' }, body })
  await capline.db.deleteFrom('advertisers').where('advertiser_id', '=', 'B-2').execute()
  for (const now of ['2026-11-24T00:00:00Z', '2026-11-24T10:00:00Z', '2026-11-25T10:00:00Z']) {
    clock.set(now)
    await makeAllDue({ db: capline.db, clock })
  }
  const told = await capline.db.selectFrom('outbox').select('text').where('kind', '=', 'plan.notice').execute()
  expect(told.map(({ text }) => text.split('\n').toSorted())).toEqual([
    [
      '<b>Broker caps · plans</b>',
      'DE / B-1 / source 44 has ended.',
      'ES / B-1 / source 44 makes no cap in the next 14 days.',
      'FR / B-2 / source 44 makes no caps: its advertiser is no longer registered.',
    ],
  ])
})

test('the end of a plan is told also after plans were set to make caps less far ahead', async () => {
  const setDaysAhead = async (value: number) => {
    const admin = await capline.signIn('admin')
    await admin.call(settingCalls.save, { params: { key: 'plan_days_ahead' }, body: { value: String(value) } })
  }
  clock.set('2026-11-26T10:00:00Z')
  await setDaysAhead(14)
  await save(buildPlan({ geo: 'PL', lastDay: day('2026-11-27') }))
  await makeAllDue({ db: capline.db, clock })
  await setDaysAhead(3)
  clock.set('2026-11-28T10:00:00Z')
  await makeAllDue({ db: capline.db, clock })
  const told = await capline.db.selectFrom('outbox').select('text').where('kind', '=', 'plan.notice').execute()
  expect(told.at(-1)?.text).toContain('PL / B-1 / source 44 has ended.')
})

test('the end of a plan is told again after the plan was extended, also days later, and a new price tells nothing again', async () => {
  const body = buildPlan({ geo: 'SE', lastDay: day('2026-11-30') })
  clock.set('2026-11-29T10:00:00Z')
  const saved = await save(body)
  const id = saved.plans[0]?._id ?? ''
  const change = async (fields: Partial<PlanBody>, from: string) => {
    const terms = changePlan({ ...body, ...fields }, body.numbers, day(from))
    await editor.call(planCalls.change, { params: { id }, body: terms })
  }
  const readEnds = async () => {
    await makeAllDue({ db: capline.db, clock })
    const told = await capline.db
      .selectFrom('outbox')
      .select('text')
      .where('text', 'like', '%SE / B-1 / source 44 has ended.%')
      .execute()
    return told.length
  }
  expect(await readEnds()).toBe(0)
  clock.set('2026-12-01T10:00:00Z')
  expect(await readEnds()).toBe(1)
  await change({ cpa: 700 }, '2026-12-01')
  clock.set('2026-12-02T10:00:00Z')
  expect(await readEnds()).toBe(1)
  await change({ lastDay: day('2026-12-31') }, '2026-12-02')
  clock.set('2027-01-04T10:00:00Z')
  expect(await readEnds()).toBe(2)
})

/** Saves a plan; reads how often a sentence about it was told after a round. */
async function watchPlan(body: PlanBody, said: string) {
  editor = await capline.signIn('editor')
  const saved = await save(body)
  const params = { id: saved.plans[0]?._id ?? '' }
  return {
    async changePrice(from: string) {
      const terms = changePlan({ ...body, cpa: 700 }, body.numbers, day(from))
      const changed = await editor.call(planCalls.change, { params, body: terms })
      return changed.plans[1]?._id ?? ''
    },
    async countTold(now: string) {
      clock.set(now)
      await makeAllDue({ db: capline.db, clock })
      const told = await capline.db.selectFrom('outbox').select('text').where('kind', '=', 'plan.notice').execute()
      const line = `${body.geo} / B-1 / source 44 ${said}`
      return told.flatMap(({ text }) => text.split('\n')).filter((one) => one === line).length
    },
  }
}

test('the end of a plan that was changed from a day on is told once, also if no round saw the day of the change', async () => {
  clock.set('2027-01-05T10:00:00Z')
  const seen = await watchPlan(buildPlan({ geo: 'NO', lastDay: day('2027-01-09') }), 'has ended.')
  await seen.changePrice('2027-01-07')
  const unseen = await watchPlan(buildPlan({ geo: 'DK', lastDay: day('2027-01-15') }), 'has ended.')
  await unseen.changePrice('2027-01-13')
  expect(await seen.countTold('2027-01-07T10:00:00Z')).toBe(0)
  expect(await seen.countTold('2027-01-10T10:00:00Z')).toBe(1)
  expect(await unseen.countTold('2027-01-16T10:00:00Z')).toBe(1)
})

test('the end of a plan that another one had followed is not told after somebody deleted the other one', async () => {
  clock.set('2027-02-10T10:00:00Z')
  const { changePrice, countTold } = await watchPlan(buildPlan({ geo: 'FI' }), 'has ended.')
  const begun = await changePrice('2027-02-13')
  expect(await countTold('2027-02-13T10:00:00Z')).toBe(0)
  clock.set('2027-02-16T10:00:00Z')
  await editor.call(planCalls.remove, { params: { id: begun } })
  expect(await countTold('2027-02-17T10:00:00Z')).toBe(0)
})

test('that a plan makes nothing is not told again after its price alone was changed', async () => {
  clock.set('2027-03-02T10:00:00Z')
  const numbers = [5, null, null, null, null, null, null]
  const firstDay = day('2027-03-01')
  const body = buildPlan({ geo: 'AT', firstDay, everyWeeks: 8, numbers })
  const { changePrice, countTold } = await watchPlan(body, 'makes no cap in the next 14 days.')
  expect(await countTold('2027-03-03T10:00:00Z')).toBe(1)
  await changePrice('2027-03-06')
  expect(await countTold('2027-03-04T10:00:00Z')).toBe(1)
  expect(await countTold('2027-03-06T10:00:00Z')).toBe(1)
})

test('a plan that goes on after a weekend at another price is not told to make nothing', async () => {
  clock.set('2027-03-06T10:00:00Z')
  const { changePrice, countTold } = await watchPlan(buildPlan({ geo: 'CH' }), 'makes no cap in the next 14 days.')
  await changePrice('2027-03-08')
  expect(await countTold('2027-03-07T10:00:00Z')).toBe(0)
})

test('that the advertiser of a plan is not registered is not told again after its price alone was changed', async () => {
  const said = 'makes no caps: its advertiser is no longer registered.'
  const { changePrice, countTold } = await watchPlan(buildPlan({ geo: 'PT' }), said)
  await capline.db.deleteFrom('advertisers').execute()
  expect(await countTold('2027-03-08T10:00:00Z')).toBe(1)
  await changePrice('2027-03-11')
  expect(await countTold('2027-03-09T10:00:00Z')).toBe(1)
})
