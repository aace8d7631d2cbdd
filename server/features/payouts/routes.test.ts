import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { payoutCalls, type PayoutReport } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { readPayoutCases, sortRows, type PayoutCase } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { removeRows } from '#testing/lead-rows.ts'
import { whileLocked } from '#testing/locked-table.ts'
import { refusalOf } from '#testing/refusal.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})
afterAll(() => capline.close())
beforeEach(async () => {
  await capline.db.deleteFrom('payout_reports').execute()
})

describe('the worked cases', () => {
  beforeEach(async () => {
    await removeRows(capline.database)
    await capline.db.deleteFrom('caps').execute()
    await capline.db.deleteFrom('advertisers').execute()
    await capline.db.deleteFrom('publishers').execute()
  })

  test.each(readPayoutCases().map((example) => [example.name, example] as const))('%s', async (_name, example) => {
    await plant(example)
    const { id } = await admin.call(payoutCalls.queue, { body: example.range })
    await untilOver(id)
    const report = await readRaw(`/payouts/reports/${id}`)
    expect(report).toMatchObject({ status: 'success', progress: 1 })
    expect(sortRows(report)).toMatchObject({ summary: sortRows(withoutHours(example.expected)) })
  })

  test('the files of a report spell a geo in one way, however its caps do', async () => {
    const example = readPayoutCases().find(({ name }) => name.includes('names-of-the-same'))
    if (!example) throw new Error('the case is gone')
    await plant(example)
    const { id } = await admin.call(payoutCalls.queue, { body: example.range })
    const { summary } = await untilOver(id)
    expect(summary?.deals.map(({ geo }) => geo)).toEqual(['UK'])
    for (const file of ['export', 'statements/44/export']) {
      // oxlint-disable-next-line no-await-in-loop -- a few, one after the other
      const text = await readText(`/payouts/reports/${id}/${file}`)
      expect({ file, geo: text.split('\r\n')[1]?.split(',')[1] }).toEqual({ file, geo: 'GB' })
    }
  })

  test('the leads of a deal come in pages, each with its fate', async () => {
    const example = readPayoutCases().find(({ name }) => name.includes('cap-after-invalid'))
    if (!example) throw new Error('the case is gone')
    await plant(example)
    const { id } = await admin.call(payoutCalls.queue, { body: example.range })
    const { summary } = await untilOver(id)
    const deal = summary?.deals.find(({ capped }) => capped > 0)
    if (!deal) throw new Error('no deal of this case has capped leads')
    const params = { id, capId: deal.capId }
    const read = (query: object) => admin.call(payoutCalls.listDealLeads, { params, query })
    const all = await read({})
    const { validLeads, outsideWorkingHours, paused, capped } = deal
    const invalid = Object.values(deal.invalidStatuses).reduce((sum, count) => sum + count, 0)
    expect(all.total).toBe(validLeads + outsideWorkingHours + paused + capped + invalid)
    expect(all.leads).toHaveLength(all.total)
    const atLast = await read({ fate: 'capped', offset: capped - 1, limit: 1 })
    expect(atLast).toEqual({ total: capped, leads: all.leads.filter(({ fate }) => fate === 'capped').slice(-1) })
    expect(await read({ fate: 'capped', offset: capped })).toEqual({ total: capped, leads: [] })
    const unknown = admin.call(payoutCalls.listDealLeads, { params: { id, capId: 'none' }, query: {} })
    expect(await refusalOf(unknown)).toMatchObject({ status: 404, message: payoutTexts.noDeal })
  })
})

async function plant(example: PayoutCase): Promise<void> {
  onTestFinished(() => {
    for (const lead of example.leads) capline.source.remove('leads', lead.id)
    for (const deposit of example.deposits) capline.source.remove('deposits', deposit.id)
  })
  await plantPayoutCase(capline, admin, example)
}

/** Hours are stored in their normal form (`9-17` as `09:00-17:00`), so a cap does not keep what the case wrote. */
function withoutHours(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'workingHours' ? undefined : item)))
}

test('a report that cannot be computed fails, says so, and can be queued again', async () => {
  const away = () => capline.db.schema.alterTable('publishers').renameTo('publishers_away').execute()
  const back = () => capline.db.schema.alterTable('publishers_away').renameTo('publishers').execute()
  const body = { start: '2026-03-02', end: '2026-03-08' }
  await away()
  const { id } = await admin.call(payoutCalls.queue, { body })
  const failed = await untilOver(id)
  await back()
  expect(failed).toMatchObject({ status: 'failed', errorMessage: payoutTexts.failed, summary: null })
  const again = await admin.call(payoutCalls.queue, { body })
  expect((await untilOver(again.id)).status).toBe('success')
})

test('a report waits where the disk of the database is full, and is computed once it is not', async () => {
  const { pool } = capline.database
  await pool.query(`
    create function fill() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before update on payout_reports for each row when (new.status = 'success')
      execute function fill()`)
  const { id } = await admin.call(payoutCalls.queue, { body: { start: '2026-03-02', end: '2026-03-08' } })
  const tries = `select retry_count as tries from pgboss.job where data ->> 'reportId' = $1`
  await expect.poll(async () => (await pool.query<{ tries: number }>(tries, [id])).rows[0]?.tries).toBeGreaterThan(0)
  await pool.query('drop function fill cascade')
  expect((await untilOver(id)).status).toBe('success')
})

test('an attempt that was taken for dead and fails late does not end the work of its successor', async () => {
  const { db } = capline
  const stands = () => db.selectFrom('payout_reports').select(['status', 'attempt', 'error']).executeTakeFirstOrThrow()
  const id = await db.transaction().execute(async (tx) => {
    // Until this is over the first attempt waits, and then it cannot but fail.
    await tx.schema.alterTable('publishers').renameTo('publishers_away').execute()
    const queued = await admin.call(payoutCalls.queue, { body: { start: '2026-03-02', end: '2026-03-08' } })
    await expect.poll(async () => (await stands()).status).toBe('running')
    await db.updateTable('payout_reports').set({ attempt: 'of the successor' }).execute()
    return queued.id
  })
  const jobOf = `select state from pgboss.job where data ->> 'reportId' = $1`
  const job = async () => (await capline.database.pool.query<{ state: string }>(jobOf, [id])).rows[0]?.state
  await expect.poll(job).toBe('completed')
  await db.schema.alterTable('publishers_away').renameTo('publishers').execute()
  expect(await stands()).toEqual({ status: 'running', attempt: 'of the successor', error: null })
})

async function untilOver(id: string): Promise<PayoutReport> {
  const read = () => admin.call(payoutCalls.read, { params: { id }, query: {} })
  await expect.poll(async () => (await read()).status).toMatch(/success|failed/)
  return read()
}

/** As it travels: dollars and texts, not what the client makes of them. */
async function readRaw(path: string): Promise<unknown> {
  return JSON.parse(await readText(path))
}

async function readText(path: string): Promise<string> {
  const response = await fetch(`${capline.address}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
  return response.text()
}

test('a range asked for twice is computed once', async () => {
  const body = { start: '2026-03-02', end: '2026-03-08' }
  const ask = () => Promise.all(Array.from({ length: 8 }, () => admin.call(payoutCalls.queue, { body })))
  const ids = await capline.db.transaction().execute(async (tx) => {
    // Until all have asked it cannot end.
    await sql`set local idle_in_transaction_session_timeout = '20s'`.execute(tx)
    await sql`lock table deposits in access exclusive mode`.execute(tx)
    return new Set((await ask()).map(({ id }) => id))
  })
  expect(ids.size).toBe(1)
  await Promise.all([...ids].map(untilOver))
  expect((await admin.call(payoutCalls.list, { query: {} })).map(({ id }) => id)).toEqual([...ids])
})

test('refuses impossible ranges with their sentence', async () => {
  const queue = (body: object) => refusalOf(admin.call(payoutCalls.queue, { body }))
  expect(await queue({})).toMatchObject({ status: 400, message: payoutTexts.which })
  expect(await queue({ preset: 'custom' })).toMatchObject({ status: 400, message: payoutTexts.which })
  expect(await queue({ start: '2026-03-08', end: '2026-03-02' })).toMatchObject({ message: payoutTexts.reversed })
  expect(await queue({ start: '2025-03-08', end: '2026-12-31' })).toMatchObject({ message: payoutTexts.tooLong })
  expect(await queue({ start: '2026-02-30', end: '2026-03-02' })).toMatchObject({ status: 400 })
  expect(await queue({ preset: 'next_week' })).toMatchObject({ status: 400, message: payoutTexts.preset })
})

test.each([
  [{ start: '2026-03-02' }, 'end', payoutTexts.noEnd],
  [{ end: '2026-03-08' }, 'start', payoutTexts.noStart],
  [{ preset: 'custom', start: '2026-03-02' }, 'end', payoutTexts.noEnd],
  [{ preset: 'current_week', start: '2026-03-02', end: '2026-03-08' }, 'preset', payoutTexts.presetAndDays],
  [{ preset: 'previous_week', end: '2026-03-08' }, 'preset', payoutTexts.presetAndDays],
] as const)('names what is wrong with %j, wherever days are asked for', async (range, path, message) => {
  const refusal = { status: 400, message, details: { errors: [{ path, message }] } }
  expect(await refusalOf(admin.call(payoutCalls.queue, { body: range }))).toMatchObject(refusal)
  expect(await refusalOf(admin.call(payoutCalls.findLatest, { query: range }))).toMatchObject(refusal)
  expect(await refusalOf(admin.call(payoutCalls.list, { query: range }))).toMatchObject(refusal)
})

test('reads custom as the days beside it, and as any days where none are looked for', async () => {
  const range = { start: '2026-03-02', end: '2026-03-08' } as const
  const { id, params } = await admin.call(payoutCalls.queue, { body: { preset: 'custom', ...range } })
  expect(params).toEqual({ preset: null, ...range })
  await untilOver(id)
  for (const query of [{ preset: 'custom' } as const, { preset: 'custom', ...range } as const]) {
    expect((await admin.call(payoutCalls.findLatest, { query })).id).toBe(id)
    expect((await admin.call(payoutCalls.list, { query })).map((job) => job.id)).toContain(id)
  }
})

test('says so when there is no report yet, and finds the newest one of the range that a preset means now', async () => {
  const latest = (query: object) => admin.call(payoutCalls.findLatest, { query })
  expect(await refusalOf(latest({}))).toMatchObject({ status: 404, message: payoutTexts.noReport })
  const first = await admin.call(payoutCalls.queue, { body: { preset: 'current_week' } })
  await untilOver(first.id)
  const second = await admin.call(payoutCalls.queue, { body: { preset: 'current_week' } })
  await untilOver(second.id)
  expect((await latest({ preset: 'current_week' })).id).toBe(second.id)
  expect((await latest({ ...second.params, preset: null })).id).toBe(second.id)
  expect(await refusalOf(latest({ preset: 'previous_week' }))).toMatchObject({ status: 404 })
})

test('a cancelled report stays cancelled', async () => {
  const cancel = (id: string) => admin.call(payoutCalls.cancel, { params: { id } })
  // Before it is through with what it reads.
  const cancelled = await whileLocked(capline.db, 'deposits', async () => {
    const { id } = await admin.call(payoutCalls.queue, { body: { start: '2025-06-01', end: '2026-05-31' } })
    return cancel(id)
  })
  expect(cancelled).toMatchObject({
    status: 'failed',
    errorMessage: payoutTexts.cancelledBy(`@${admin.member.handle ?? ''}`),
  })
  const { id } = cancelled
  expect(await refusalOf(cancel(id))).toMatchObject({ status: 409, message: payoutTexts.notRunning })
  expect((await admin.call(payoutCalls.read, { params: { id }, query: {} })).status).toBe('failed')
})
