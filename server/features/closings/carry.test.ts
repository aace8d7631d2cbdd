import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FullClosing } from '#contract/closings.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import { pause } from '#platform/db/pauses.ts'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { closeWeeks, lineOf } from '#testing/closed-weeks.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { behind, whileLocked } from '#testing/locked-table.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let weeks: ReturnType<typeof closeWeeks>

const words = closingTexts
const WEEK = { start: '2026-03-02', end: '2026-03-08' }
const NEXT = { start: '2026-03-09', end: '2026-03-15' }
const LATE = ['late-open', 'late-moved', 'late-new']
const THIRD = { start: '2026-03-16', end: '2026-03-22' }
const FOURTH = { start: '2026-03-23', end: '2026-03-29' }

// In the first week #44 is owed $1,350, #51 $2,450 and #77 $95; its numbers are made by hand.
beforeAll(async () => {
  capline = await startTestCapline()
  const admin = await capline.signIn('admin')
  weeks = closeWeeks(admin)
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
})
afterAll(() => capline.close())
beforeEach(async () => {
  await capline.db.deleteFrom('closing_adjustments').execute()
  await capline.db.deleteFrom('closings').execute()
  await capline.db.deleteFrom('payout_reports').execute()
  for (const id of LATE) capline.source.remove('deposits', id)
  await capline.db.deleteFrom('deposits').where('external_id', 'in', LATE).execute()
})

test('a deposit that was priced or left out stays so, whatever is reported of it later', async () => {
  await report('late-open', { sourceNumber: '88' })
  await report('late-moved', { sourceNumber: '44', payout: 600 })
  const week = await weeks.freeze(WEEK)
  await weeks.editDeposit(week, { connector: 'main', id: 'late-open' }, 250)
  const edited = await weeks.editDeposit(week, { connector: 'main', id: 'late-moved' }, null)
  expect(lineOf(edited, '88')).toMatchObject({ payout: 0, due: 250 })
  expect(lineOf(edited, '44')).toMatchObject({ payout: 1_950, due: 1_350 })
  await weeks.pay(await weeks.approve(edited))

  await report('late-open', { sourceNumber: '88', payout: 250 })
  await report('late-moved', { sourceNumber: '51', payout: 600 })
  await report('late-new', { sourceNumber: '88', payout: 7 })
  const next = await weeks.freeze(NEXT)
  expect(next.adjustments).toMatchObject([{ kind: 'carryOver', affiliateId: '88', amount: 7 }])
})

test('what was overpaid is taken off the next week, once, and lessens what nobody else gets', async () => {
  const week = await weeks.approve(await weeks.adjust(await weeks.freeze(WEEK), '77', -695))
  expect(lineOf(week, '77')?.due).toBe(-600)
  expect(week.totalDue).toBe(3_800)
  await weeks.pay(week)

  const next = await weeks.freeze(NEXT)
  expect(next.adjustments).toMatchObject([
    { kind: 'overpaid', affiliateId: '77', amount: -600, reason: 'Overpaid as of Mon 2 Mar – Sun 8 Mar 2026' },
  ])
  expect(next.totalDue).toBe(0)
  const approved = await weeks.approve(await weeks.adjust(next, '77', 100))

  const third = await weeks.freeze(THIRD)
  expect(third.adjustments).toMatchObject([{ kind: 'overpaid', affiliateId: '77', amount: -500, ofClosingId: next.id }])
  expect(lineOf(await weeks.adjust(third, '77', 900), '77')).toMatchObject({ carriedOver: -500, due: 400 })
  expect(await refusalOf(weeks.reopen(approved))).toMatchObject({ status: 409, message: words.carries })
})

test('nobody waits while earlier weeks are computed, and a week that was taken back meanwhile carries nothing', async () => {
  const week = await weeks.approve(await weeks.freeze(WEEK))
  await report('late-new', { sourceNumber: '88', payout: 7 })
  const reportId = await weeks.calculate(NEXT)
  let next: FullClosing | null = null
  await capline.db.transaction().execute(async (tx) => {
    // Should somebody wait for it after all, the test fails and does not hang.
    await sql`set local idle_in_transaction_session_timeout = '90s'`.execute(tx)
    await sql`lock table deposits in access exclusive mode`.execute(tx)
    next = await weeks.freezeReport(reportId)
    await expect.poll(countWaiting).toBeGreaterThan(0)
    await weeks.adjust(next, '44', 1)
    await weeks.reopen(week)
    // Others that say nothing within a transaction are cut off after ten seconds.
    await pause(10_500)
  })
  const carried = await weeks.readCarried((next ?? week).id)
  expect(await countRepeats()).toBe(0)
  expect(carried.adjustments.map(({ kind }) => kind)).toEqual(['amount'])
  await weeks.approve(await weeks.read(week.id))
  const again = await weeks.readCarried(carried.id)
  expect(again.adjustments).toMatchObject([{ kind: 'amount' }, { affiliateId: '88', amount: 7 }])
  expect((await weeks.freeze(THIRD)).adjustments).toEqual([])
})

test('a week that is approved after the next was frozen is carried into that one', async () => {
  const week = await weeks.freeze(WEEK)
  const next = await weeks.freeze(NEXT)
  expect(next.adjustments).toEqual([])
  await weeks.approve(await weeks.adjust(week, '77', -695))
  expect(await refusalOf(weeks.approve(next))).toMatchObject({ status: 409, message: words.changed })
  const carried = await weeks.readCarried(next.id)
  expect(carried.adjustments).toMatchObject([{ kind: 'overpaid', affiliateId: '77', amount: -600 }])
  await weeks.approve(carried)
  expect((await weeks.freeze(THIRD)).adjustments.map(({ ofClosingId }) => ofClosingId)).toEqual([next.id])
})

test('what a week overpaid is taken off the next of several frozen weeks', async () => {
  const week = await weeks.freeze(WEEK)
  const next = await weeks.freeze(NEXT)
  const third = await weeks.freeze(THIRD)
  // The row of the next week lies behind that of the third by now.
  await weeks.adjust(next, '77', 700)
  await weeks.approve(await weeks.adjust(week, '77', -695))
  expect(lineOf(await weeks.readCarried(next.id), '77')).toMatchObject({ carriedOver: -600, due: 100 })
  expect((await weeks.readCarried(third.id)).adjustments).toEqual([])
})

test('late data that come later still change the line of their week, as long as it is not approved', async () => {
  await weeks.approve(await weeks.freeze(WEEK))
  let next = await weeks.freeze(NEXT)
  await report('late-new', { sourceNumber: '88', payout: 7 })
  const third = await weeks.freeze(THIRD)
  expect(third.adjustments).toMatchObject([{ affiliateId: '88', amount: 7 }])

  const approveNext = async () => {
    next = await weeks.approve(next)
    return weeks.readCarried(third.id)
  }
  await report('late-new', { sourceNumber: '88', payout: 12 })
  expect((await approveNext()).adjustments).toMatchObject([{ kind: 'carryOver', affiliateId: '88', amount: 12 }])
  expect((await weeks.readHistory(third.id))[0]).toMatchObject({ note: 'Earlier weeks: 1 line carried over.' })

  next = await weeks.reopen(next)
  await report('late-new', { sourceNumber: '88', payout: 0 })
  expect((await approveNext()).adjustments).toEqual([])

  next = await weeks.reopen(next)
  await report('late-new', { sourceNumber: '88', payout: 20 })
  const approved = await weeks.approve(await approveNext())
  await report('late-new', { sourceNumber: '88', payout: 25 })
  expect((await weeks.freeze(FOURTH)).adjustments).toMatchObject([{ affiliateId: '88', amount: 5 }])
  expect((await weeks.read(third.id)).adjustments).toEqual(approved.adjustments)
})

test('a week that is approved while earlier ones are computed is carried too', async () => {
  await weeks.approve(await weeks.freeze(WEEK))
  const next = await weeks.adjust(await weeks.freeze(NEXT), '77', -5)
  const third = await carryDuring(THIRD, () => weeks.approve(next))
  expect(third.adjustments).toMatchObject([{ kind: 'overpaid', affiliateId: '77', amount: -5, ofClosingId: next.id }])
})

test('a week that is paid while it is computed is carried all the same', async () => {
  const week = await weeks.approve(await weeks.adjust(await weeks.freeze(WEEK), '77', -695))
  await report('late-new', { sourceNumber: '88', payout: 7 })
  const next = await carryDuring(NEXT, () => weeks.pay(week))
  expect(next.adjustments).toMatchObject([
    { kind: 'carryOver', affiliateId: '88', amount: 7 },
    { kind: 'overpaid', affiliateId: '77', amount: -600 },
  ])
})

test('a week that is approved again while it is computed is carried as it is then', async () => {
  const week = await weeks.approve(await weeks.freeze(WEEK))
  const next = await carryDuring(NEXT, async () =>
    weeks.approve(await weeks.adjust(await weeks.reopen(week), '77', -695)),
  )
  expect(next.adjustments).toMatchObject([{ kind: 'overpaid', affiliateId: '77', amount: -600 }])
  expect((await weeks.freeze(THIRD)).adjustments).toEqual([])
})

test('a week that is being changed when its lines are written is computed again', async () => {
  const week = await weeks.approve(await weeks.freeze(WEEK))
  await report('late-new', { sourceNumber: '88', payout: 7 })
  const reportId = await weeks.calculate(NEXT)
  const carried = await behind(
    capline.db,
    (tx) => sql`update closings set version = version + 1 where id = ${week.id}`.execute(tx),
    async () => weeks.readCarried((await weeks.freezeReport(reportId)).id),
  )
  expect(carried.adjustments).toMatchObject([{ kind: 'carryOver', affiliateId: '88', amount: 7 }])
  expect(await countRepeats()).toBe(1)
})

/** Freezes a week, and does something while the weeks before it are computed for its lines. */
async function carryDuring(days: typeof WEEK, change: () => Promise<unknown>): Promise<FullClosing> {
  const reportId = await weeks.calculate(days)
  const { id } = await whileLocked(capline.db, 'deposits', async () => {
    const frozen = await weeks.freezeReport(reportId)
    await expect.poll(countWaiting).toBeGreaterThan(0)
    await change()
    return frozen
  })
  return weeks.readCarried(id)
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks where not granted and relation = 'deposits'::regclass`.execute(
    capline.db,
  )
  return rows[0]?.waiting ?? 0
}

/** How often work on the newest frozen week began anew. */
async function countRepeats(): Promise<number | undefined> {
  const { rows } = await sql<{ repeats: number }>`
    select retry_count as repeats from pgboss.job where name = 'closings.carry' order by created_on desc limit 1`.execute(
    capline.db,
  )
  return rows[0]?.repeats
}

/** A deposit of the first week that no deal pays for. */
async function report(id: string, { sourceNumber, payout }: { sourceNumber: string; payout?: number }): Promise<void> {
  capline.source.put('deposits', {
    id,
    email: `${id}@mail.test`,
    geo: 'PL',
    advertiserId: 'B2',
    sourceNumber,
    createdAt: '2026-03-05T10:00:00Z',
    updatedAt: formatInstant(systemClock.now()),
    ...(payout !== undefined && { payout }),
  })
  await capline.sync()
}
