import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capCalls } from '#contract/caps.ts'
import { dayPlanCalls } from '#contract/day-plans.ts'
import { dayOffCalls } from '#contract/days-off.ts'
import { planCalls } from '#contract/plans.ts'
import { settingCalls } from '#contract/settings.ts'
import { planTexts } from '#contract/texts/plans.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { readDaysOffOf } from '#server/features/plans/day-off-service.ts'
import { makeAllDue } from '#server/features/plans/service.ts'
import { restoreBackup } from '#platform/db/backup/restore.ts'
import { saveBackup } from '#platform/db/backup/save.ts'
import { createLog } from '#platform/log.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase } from '#testing/database.ts'
import { buildPlan, changePlan, type PlanBody } from '#testing/plans.ts'
import { refusalOf } from '#testing/refusal.ts'
import { readXlsx } from '#testing/xlsx.ts'

const clock = createTestClock('2026-11-23T08:00:00Z')
let capline: TestCapline
let editor: SignedIn

// Without a worker, so that nothing is made but when a test says so.
beforeAll(async () => {
  capline = await startTestCapline({ clock, environment: { ROLES: 'web' } })
  editor = await capline.signIn('editor')
  await insertAdvertiser(capline.db)
})
afterAll(() => capline.close())
beforeEach(async () => {
  clock.set('2026-11-23T08:00:00Z')
  for (const table of ['caps', 'plans', 'plan_days', 'days_off', 'settings'] as const) {
    await capline.db.deleteFrom(table).execute()
  }
})

const day = (text: string) => brandText<Day>(text)
const MONDAY = day('2026-11-23')

const save = (...plans: PlanBody[]) => editor.call(planCalls.create, { body: { plans } })

const setDaysAhead = async (value: number) => {
  const admin = await capline.signIn('admin')
  await admin.call(settingCalls.save, { params: { key: 'plan_days_ahead' }, body: { value: String(value) } })
}

/** The numbers of the eight days from Monday on. */
async function listWeek(): Promise<(number | null)[]> {
  const days = Array.from({ length: 8 }, (_, index) => addDays(MONDAY, index))
  const caps = await Promise.all(days.map((date) => editor.call(capCalls.listDay, { params: { date } })))
  return caps.map(([cap]) => cap?.cap ?? null)
}

async function capOf(date: Day) {
  const [cap] = await editor.call(capCalls.listDay, { params: { date } })
  if (!cap) throw new Error(`no cap on ${date}`)
  return cap
}

test('a saved plan makes the caps of its first days, as a commit under its name that can be taken back', async () => {
  const { days } = await save(buildPlan())
  expect(await listWeek()).toEqual([20, 20, 20, 20, 10, null, null, 20])
  expect(days.map((line) => line.state)).toEqual(Array.from({ length: 6 }, () => 'make'))
  const cap = await capOf(MONDAY)
  expect(cap).toMatchObject({
    advertiserId: 'B-1',
    advertiserName: 'Alster Insurance',
    workingHours: '10:00-18:00 Europe/Berlin',
    cpa: 60_000,
    createdBy: editor.member.handle,
  })
  const [made] = await editor.call(dayPlanCalls.list, { params: { date: MONDAY } })
  expect(made).toMatchObject({ capId: cap._id, capVersion: cap.version, name: 'DE / B-1 / source 44' })
  const [change] = await editor.call(capCalls.listHistory, { query: { id: cap._id } })
  expect(change).toMatchObject({ actor: 'Plan DE / B-1 / source 44', action: 'cap.created by plan', batchSize: 6 })
  await editor.call(capCalls.undo, { params: { id: change?.batchId ?? '' } })
  clock.set('2026-11-24T08:00:00Z')
  await makeAllDue({ db: capline.db, clock })
  // What was taken back is a person's word: it is not made again, and the next day is.
  expect(await listWeek()).toEqual([null, null, null, null, null, null, null, null])
  expect((await capOf(day('2026-12-01'))).cap).toBe(20)
})

test('each day is made once, however many nodes look and how often', async () => {
  await save(buildPlan())
  for (const now of ['2026-11-24T00:30:00Z', '2026-11-25T21:59:00Z', '2026-11-25T22:00:00Z', '2026-11-30T22:01:00Z']) {
    clock.set(now)
    await Promise.all(Array.from({ length: 3 }, () => makeAllDue({ db: capline.db, clock })))
  }
  const caps = await capline.db.selectFrom('caps').select('date').orderBy('date').execute()
  expect(caps.map(({ date }) => date.slice(5)).join(' ')).toBe(
    '11-23 11-24 11-25 11-26 11-27 11-30 12-01 12-02 12-03 12-04 12-07 12-08',
  )
})

test('a person beats the plan for good, and a standing cap is left', async () => {
  await editor.call(capCalls.create, { body: buildCapDraft({ date: '2026-11-24', cap: 7 }) })
  const { plans } = await save(buildPlan())
  const [plan] = plans
  const id = plan?._id ?? ''
  const wednesday = await capOf(day('2026-11-25'))
  const draft = buildCapDraft({ date: '2026-11-25', cap: 33, version: wednesday.version })
  await editor.call(capCalls.update, { params: { id: wednesday._id }, body: draft })
  await editor.call(capCalls.remove, { params: { id: (await capOf(day('2026-11-26')))._id } })
  await editor.call(planCalls.setDay, { params: { id, day: day('2026-11-30') }, body: { number: 5 } })
  await editor.call(planCalls.setDay, { params: { id, day: day('2026-12-01') }, body: { number: null } })

  const body = changePlan(buildPlan(), [1, 2, 3, 4, 5, 6, null], MONDAY)
  const lines = await editor.call(planCalls.previewChange, { params: { id }, body })
  expect(await listWeek()).toEqual([20, 7, 33, null, 10, null, null, 5])
  const { days } = await editor.call(planCalls.change, { params: { id }, body })
  expect(await listWeek()).toEqual([1, 7, 33, null, 5, 6, null, 5])
  expect(lines.filter((line) => line.day <= '2026-11-30')).toEqual(days.filter((line) => line.day <= '2026-11-30'))
  expect(days.map((line) => `${line.day.slice(8)} ${line.state} ${line.before} ${line.after}`)).toEqual([
    '23 change 20 1',
    '24 by-hand 7 7',
    '25 by-hand 33 33',
    '26 by-hand null null',
    '27 change 10 5',
    '28 make null 6',
    '30 by-hand 5 5',
  ])
  clock.set('2026-11-24T08:00:00Z')
  await makeAllDue({ db: capline.db, clock })
  expect(await editor.call(capCalls.listDay, { params: { date: day('2026-12-01') } })).toEqual([])
})

test('this and following: the plan ends the day before, what a person took stays, and one undo brings all back', async () => {
  const { plans } = await save(buildPlan())
  const friday = await capOf(day('2026-11-27'))
  await editor.call(capCalls.remove, { params: { id: friday._id } })
  const id = plans[0]?._id ?? ''
  const body = changePlan(buildPlan(), [5, 5, 5, 5, 5, null, null], day('2026-11-26'))
  const changed = await editor.call(planCalls.change, { params: { id }, body })
  expect(changed.plans.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
    ['2026-11-23', '2026-11-25'],
    ['2026-11-26', null],
  ])
  expect(await listWeek()).toEqual([20, 20, 20, 5, null, null, null, 5])
  const undone = await editor.call(planCalls.undo, { params: { id: changed.batchId } })
  expect(await listWeek()).toEqual([20, 20, 20, 20, null, null, null, 20])
  await editor.call(planCalls.undo, { params: { id: undone.batchId } })
  expect(await listWeek()).toEqual([20, 20, 20, 5, null, null, null, 5])
  const again = await refusalOf(editor.call(planCalls.undo, { params: { id: changed.batchId } }))
  expect(again.message).toBe(planTexts.changedSince)
  const past = await refusalOf(
    editor.call(planCalls.change, { params: { id }, body: { ...body, from: day('2026-11-22') } }),
  )
  expect(past.details.errors?.[0]?.path).toBe('from')
})

test('a change from a day after the last one leaves the days between without caps', async () => {
  const body = buildPlan({ lastDay: day('2026-11-24') })
  const { plans } = await save(body)
  const change = { ...changePlan(body, [5, 5, 5, 5, 5, null, null], day('2026-11-27')), lastDay: null }
  const id = plans[0]?._id ?? ''
  const lines = await editor.call(planCalls.previewChange, { params: { id }, body: change })
  const between = lines.filter((line) => line.day > '2026-11-24' && line.day < '2026-11-27')
  expect(between.filter(({ after }) => after !== null)).toEqual([])
  const changed = await editor.call(planCalls.change, { params: { id }, body: change })
  expect(changed.plans.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
    ['2026-11-23', '2026-11-24'],
    ['2026-11-27', null],
  ])
  expect(await listWeek()).toEqual([20, 20, null, null, 5, null, null, 5])
})

test('a deleted plan takes what nobody changed with it, and comes back with the days that are a person’s', async () => {
  const { plans } = await save(buildPlan())
  const thursday = await capOf(day('2026-11-26'))
  await editor.call(capCalls.remove, { params: { id: thursday._id } })
  const { batchId } = await editor.call(planCalls.remove, { params: { id: plans[0]?._id ?? '' } })
  expect(await listWeek()).toEqual([null, null, null, null, null, null, null, null])
  await editor.call(planCalls.undo, { params: { id: batchId } })
  expect(await listWeek()).toEqual([20, 20, 20, null, 10, null, null, 20])
})

test('what was made when plans made caps further ahead follows its plan too', async () => {
  await setDaysAhead(14)
  const { plans } = await save(buildPlan())
  const [id, first, second] = [plans[0]?._id ?? '', day('2026-12-03'), day('2026-12-07')]
  await setDaysAhead(7)
  const body = changePlan(buildPlan(), [5, 5, 5, 5, 5, null, null], MONDAY)
  const lines = await editor.call(planCalls.previewChange, { params: { id }, body })
  expect(lines.find((line) => line.day === second)).toMatchObject({ state: 'change', before: 20, after: 5 })
  await editor.call(planCalls.change, { params: { id }, body })
  expect([(await capOf(first)).cap, (await capOf(second)).cap]).toEqual([5, 5])
  await editor.call(planCalls.change, { params: { id }, body: { ...body, lastDay: first } })
  expect(await editor.call(capCalls.listDay, { params: { date: second } })).toEqual([])
  await editor.call(planCalls.remove, { params: { id } })
  expect(await capline.db.selectFrom('caps').select('date').execute()).toEqual([])
})

test('days off take caps away or give them a number, and give them back', async () => {
  await save(buildPlan())
  const off = { side: 'geo' as const, key: 'de', day: day('2025-11-26'), yearly: true, effect: 'none' as const }
  const added = await editor.call(dayOffCalls.add, { body: { daysOff: [{ ...off, name: 'A holiday' }] } })
  const own = { side: 'advertiser' as const, key: 'b-1', day: day('2026-11-27'), yearly: false, name: 'Half a day' }
  await editor.call(dayOffCalls.add, { body: { daysOff: [{ ...own, effect: 'number', number: 3 }] } })
  expect(await listWeek()).toEqual([20, 20, 20, null, 3, null, null, 20])
  const span = { start: day('2026-11-20'), end: day('2026-12-01') }
  expect((await readDaysOffOf(capline.db, span)).map((one) => `${one.day} ${one.key} ${one.effect}`)).toEqual([
    '2026-11-26 DE none',
    '2026-11-27 B-1 number',
  ])
  const file = await fetch(`${capline.address}/api/plans/export?format=xlsx`, {
    headers: { authorization: `Bearer ${editor.token}` },
  })
  const sheets = readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets['Plans']).toHaveLength(2)
  expect(sheets['Days off']?.map((row) => [row[1], row[4], row[5], row[6]])).toEqual([
    ['Geo or advertiser ID', 'Name', 'What happens', 'Leads'],
    ['DE', 'A holiday', 'No cap', undefined],
    ['B-1', 'Half a day', 'Own number', '3'],
  ])
  // All of them or none.
  const daysOff = [
    { ...off, day: day('2026-11-24'), name: 'Another' },
    { ...off, name: 'Again' },
  ]
  const twice = await refusalOf(editor.call(dayOffCalls.add, { body: { daysOff } }))
  expect([twice.status, twice.details.errors?.[0]?.path]).toEqual([409, 'daysOff.1.day'])
  expect(await editor.call(dayOffCalls.list, {})).toHaveLength(2)
  const removed = await editor.call(dayOffCalls.remove, { params: { id: added.daysOff[0]?._id ?? '' } })
  expect(await listWeek()).toEqual([20, 20, 20, 20, 3, null, null, 20])
  const undo = (id: string) => editor.call(dayOffCalls.undo, { params: { id } })
  expect((await refusalOf(undo(added.batchId))).status).toBe(409)
  const undone = await undo(removed.batchId)
  expect(await listWeek()).toEqual([20, 20, 20, null, 3, null, null, 20])
  await undo(undone.batchId)
  // What was added meanwhile for the same key and date stays.
  await editor.call(dayOffCalls.add, { body: { daysOff: [{ ...off, name: 'A holiday' }] } })
  expect((await refusalOf(undo(removed.batchId))).status).toBe(409)
  expect((await refusalOf(undo('nothing'))).status).toBe(404)
  const history = await editor.call(dayOffCalls.listHistory, {})
  expect(history.map(({ action, before, after }) => `${action} ${(after ?? before)?.name}`)).toEqual([
    'day-off.added A holiday',
    'day-off.deleted by undo A holiday',
    'day-off.added by undo A holiday',
    'day-off.deleted A holiday',
    'day-off.added Half a day',
    'day-off.added A holiday',
  ])
})

test('what cannot be saved says why at its field, and nothing of it is saved', async () => {
  await save(buildPlan({ lastDay: day('2026-12-04') }))
  const other = buildPlan({ sourceNumber: '51' })
  const tries: [PlanBody, number, string][] = [
    [buildPlan({ firstDay: day('2026-12-03') }), 409, 'plans.1.firstDay'],
    [buildPlan({ sourceNumber: '52', lastDay: day('2026-11-22') }), 400, 'plans.1.lastDay'],
    [buildPlan({ sourceNumber: '52', workingHours: '10-18 Europe/Atlantis' }), 400, 'plans.1.workingHours'],
    [buildPlan({ sourceNumber: '52', advertiserId: 'nobody' }), 400, 'plans.1.advertiserId'],
    [buildPlan({ sourceNumber: '52', numbers: [null, null, null, null, null, null, null] }), 400, 'plans.1.numbers'],
    [buildPlan({ sourceNumber: '52', everyWeeks: 9 }), 400, 'plans.1.everyWeeks'],
  ]
  for (const [plan, status, path] of tries) {
    const refused = await refusalOf(save(other, plan))
    expect([refused.status, refused.details.errors?.[0]?.path]).toEqual([status, path])
  }
  const [overlap] = tries
  const { message } = await refusalOf(save(overlap?.[0] ?? other))
  expect(message).toContain('DE / B-1 / source 44 from 2026-11-23 to 2026-12-04')
  expect(await editor.call(planCalls.list, {})).toHaveLength(1)
  // The day after the last is free.
  await save(buildPlan({ firstDay: day('2026-12-05') }), other)
})

test('a change within a week that its plan skips says when the next week begins', async () => {
  const body = buildPlan({ everyWeeks: 2 })
  const { plans } = await save(body)
  const change = { ...changePlan(body, body.numbers, day('2026-12-01')), lastDay: day('2026-12-04') }
  const refused = await refusalOf(editor.call(planCalls.change, { params: { id: plans[0]?._id ?? '' }, body: change }))
  const message = planTexts.skipped('2026-12-07')
  expect(refused).toMatchObject({ status: 400, message, details: { errors: [{ path: 'lastDay', message }] } })
})

test('an installation that is restored from a backup makes no day twice', async () => {
  await save(buildPlan())
  await editor.call(capCalls.remove, { params: { id: (await capOf(MONDAY))._id } })
  const folder = await mkdtemp(join(tmpdir(), 'capline-plans-'))
  const target = await createTestDatabase({ tables: false })
  try {
    const file = join(folder, 'backup')
    await saveBackup(capline.db, file, clock.now())
    const nothing = () => Promise.resolve()
    const log = createLog('silent', { pretty: false })
    await restoreBackup({ url: target.url, file, log, sendAgain: nothing, settleOpen: nothing })
    await target.db.updateTable('plans').set({ made_until: null }).execute()
    await makeAllDue({ db: target.db, clock })
    const caps = await target.db.selectFrom('caps').select('date').orderBy('date').execute()
    expect(caps.map(({ date }) => date.slice(8))).toEqual(['24', '25', '26', '27', '30'])
  } finally {
    await target.close()
    await rm(folder, { recursive: true, force: true })
  }
})

const MANY = process.env['SOAK'] ? 500 : 50

test('a week of many plans is made at once', async () => {
  const numbers = [9, 9, 9, 9, 9, 9, 9]
  await save(...Array.from({ length: MANY }, (_, at) => buildPlan({ sourceNumber: String(at + 1), numbers })))
  await capline.db.deleteFrom('caps').execute()
  await capline.db.deleteFrom('plan_days').execute()
  await capline.db.updateTable('plans').set({ made_until: null }).execute()
  const before = performance.now()
  await makeAllDue({ db: capline.db, clock })
  const took = performance.now() - before
  expect(await capline.db.selectFrom('caps').select('id').execute()).toHaveLength(MANY * 8)
  if (process.env['SOAK']) expect(took).toBeLessThan(2_000)
})
