import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeDraft } from '#contract/cap-fields.ts'
import { capCalls } from '#contract/caps.ts'
import { payoutCalls, type PayoutJob, type PayoutReport } from '#contract/payouts.ts'
import { settingCalls } from '#contract/settings.ts'
import { dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { SPECIFIED_TERMS } from '#domain/payouts/terms.ts'
import { systemClock } from '#platform/clock.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import { newId } from '#platform/db/ids.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { behind, untilHeldUp, whileLocked } from '#testing/locked-table.ts'
import {
  claimReport,
  findReport,
  insertReport,
  lockReportOnItsWay,
  lockRequests,
  renewReport,
  type ReportRules,
} from './store.ts'

// What is corrected while a calculation is on its way is in the one that is asked for after it.

const WEEK = { start: '2026-03-02', end: '2026-03-08' }
const NEXT = { start: '2026-03-09', end: '2026-03-15' }

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
})
afterAll(() => capline.close())
beforeEach(async () => {
  await capline.db.deleteFrom('payout_reports').execute()
})

const CORRECTIONS: [name: string, correct: () => Promise<unknown>][] = [
  ['the invalid statuses', () => saveStatuses('Invalid')],
  ['the CPA of a cap', () => saveCpa(650)],
  [
    'a term',
    () => admin.call(settingCalls.save, { params: { key: 'payout_whole_conversions' }, body: { value: 'true' } }),
  ],
  ['leads', loseLead],
]

test.each(CORRECTIONS)('%s: changed while it runs, the one that is asked for again has it', async (_name, correct) => {
  const before = await calculate(WEEK)
  const [first, again] = await whileItReads(async () => {
    const queued = await queue(WEEK)
    await untilHeldUp(capline.db)
    await correct()
    return [queued.id, (await queue(WEEK)).id]
  })
  expect(again).toBe(first)
  const after = await untilOver(again ?? '')
  expect(after.status).toBe('success')
  expect(numbersOf(after)).not.toEqual(numbersOf(before))
  expect(numbersOf(after)).toEqual(numbersOf(await calculate(WEEK)))
})

test('asked for again with nothing changed it runs on', async () => {
  const attempt = () => capline.db.selectFrom('payout_reports').select('attempt').executeTakeFirstOrThrow()
  const { first, again, attempts } = await whileItWrites(async () => {
    const queued = await queue(WEEK)
    await untilHeldUp(capline.db)
    const one = await attempt()
    const others = await Promise.all(Array.from({ length: 6 }, () => queue(WEEK)))
    return { first: queued, again: others, attempts: [one, await attempt()] }
  })
  expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 'running'))
  expect(attempts[1]).toEqual(attempts[0])
  expect(await countJobs(first.id)).toBe(1)
  expect((await untilOver(first.id)).status).toBe('success')
})

test('one that nobody has taken yet is given the rules of now, and stays one', async () => {
  await saveStatuses('Invalid')
  const ids = await whileItReads(async () => {
    await queue(NEXT)
    await untilHeldUp(capline.db)
    const { id } = await queue(WEEK)
    await saveStatuses('Duplicate')
    const again = await queue(WEEK)
    expect(again.status).toBe('pending')
    return [id, again.id]
  })
  expect(ids[1]).toBe(ids[0])
  const report = await untilOver(ids[0] ?? '')
  expect(report.summary?.filters.invalidStatuses).toEqual(['Duplicate'])
  expect(await countJobs(report.id)).toBe(1)
})

test('whoever asks last, after any number of others and their corrections, gets the numbers of now', async () => {
  const correctAndAsk = async (turn: number) => {
    await wait(turn * 15)
    await (turn % 2 === 0 ? saveCpa(700 + turn) : saveStatuses(turn % 3 === 0 ? 'Test' : 'Invalid'))
    await Promise.all([queue(WEEK), queue(WEEK)])
  }
  await Promise.all(Array.from({ length: 12 }, (_, turn) => correctAndAsk(turn)))
  const last = await untilOver((await queue(WEEK)).id)
  expect(last.status).toBe('success')
  expect((await admin.call(payoutCalls.findLatest, { query: WEEK })).id).toBe(last.id)
  expect(numbersOf(last)).toEqual(numbersOf(await calculate(WEEK)))
})

test('whoever takes a report while it is given other rules computes by those that it has', async () => {
  const { db } = capline
  const rulesOf = (timezone: string): ReportRules => ({ timezone, invalidStatuses: [], terms: SPECIFIED_TERMS })
  const day = fromDayNumber(dayNumberOf(2026, 3, 2))
  for (let turn = 0; turn < 20; turn += 1) {
    const id = newId()
    const draft = {
      id,
      preset: null,
      range: { start: day, end: day },
      requestedBy: 'Anna',
      createdAt: systemClock.now(),
      rules: rulesOf('UTC'),
    }
    await db.transaction().execute((tx) => insertReport(tx, draft))
    const [claimed, isRenewed] = await Promise.all([
      claimReport(db, id, 'attempt', systemClock.now()),
      db.transaction().execute((tx) => renewReport(tx, id, rulesOf('Europe/Berlin'))),
    ])
    const stands = await findReport(db, id)
    expect(isRenewed).toBe(true)
    expect(stands?.timezone).toBe('Europe/Berlin')
    // Taken before, it is not theirs any more.
    expect(stands?.status).toBe(claimed?.timezone === 'UTC' ? 'pending' : 'running')
    await db.deleteFrom('payout_reports').where('id', '=', id).execute()
  }
})

test('one that is taken while it is asked for again gets another worker, by the rules that were set before', async () => {
  const { db } = capline
  const id = newId()
  const range = { start: fromDayNumber(dayNumberOf(2026, 3, 2)), end: fromDayNumber(dayNumberOf(2026, 3, 8)) }
  const rules: ReportRules = { timezone: 'UTC', invalidStatuses: [], terms: SPECIFIED_TERMS }
  const draft = { id, preset: null, range, requestedBy: 'Anna', createdAt: systemClock.now(), rules }
  await db.transaction().execute((tx) => insertReport(tx, draft))
  const seen = await behind(
    db,
    (tx) => claimReport(tx, id, 'attempt', systemClock.now()),
    () => db.transaction().execute((tx) => lockReportOnItsWay(tx, range)),
  )
  expect(seen).toEqual({ id, isRunning: true })
  const again = await queue(WEEK)
  expect([again.id, await countJobs(id)]).toEqual([id, 1])
  expect((await untilOver(id)).status).toBe('success')
  const saved = { key: 'invalid_statuses', value: 'Chargeback', updated_at: '2026-03-01T00:00:00Z', updated_by: 'test' }
  const { id: last } = await behind(
    db,
    async (tx) => {
      await lockRequests(tx)
      await tx.deleteFrom('settings').where('key', '=', saved.key).execute()
      await tx.insertInto('settings').values(saved).execute()
    },
    () => queue(WEEK),
  )
  expect((await untilOver(last)).summary?.filters.invalidStatuses).toEqual(['Chargeback'])
})

async function queue(body: typeof WEEK): Promise<PayoutJob> {
  return admin.call(payoutCalls.queue, { body })
}

async function calculate(range: typeof WEEK): Promise<PayoutReport> {
  return untilOver((await queue(range)).id)
}

async function untilOver(id: string): Promise<PayoutReport> {
  const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
  await expect.poll(async () => (await read()).status).toMatch(/success|failed/)
  return read()
}

/** As long as this takes a calculation has its snapshot, and gets no further. */
async function whileItReads<T>(work: () => Promise<T>): Promise<T> {
  return whileLocked(capline.db, 'deposits', work)
}

/** As long as this takes a calculation has stored its deals, and gets no further. */
async function whileItWrites<T>(work: () => Promise<T>): Promise<T> {
  return whileLocked(capline.db, 'payout_deposits', work)
}

async function countJobs(reportId: string): Promise<number> {
  const { rows } = await capline.database.pool.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where data ->> 'reportId' = $1`,
    [reportId],
  )
  return rows[0]?.jobs ?? 0
}

async function saveStatuses(value: string): Promise<unknown> {
  return admin.call(settingCalls.save, { params: { key: 'invalid_statuses' }, body: { value } })
}

async function saveCpa(cpa: number): Promise<unknown> {
  const cap = (await admin.call(capCalls.listDay, { params: { date: '2026-03-03' } })).find(({ geo }) => geo === 'DE')
  if (!cap) throw new Error('the cap is gone')
  const body = { ...writeDraft(cap), cpa, crg: 40, version: null }
  return admin.call(capCalls.update, { params: { id: cap._id }, body })
}

/** As a sync would write it. */
async function loseLead(): Promise<void> {
  await capline.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('leads').where('external_id', '=', 'a0').execute()
    await bumpDataVersion(tx)
  })
}

function numbersOf({ summary }: PayoutReport): unknown {
  return summary && { ...summary, generatedAt: null, basis: null }
}
