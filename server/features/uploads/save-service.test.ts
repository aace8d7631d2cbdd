import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadCalls } from '#contract/uploads.ts'
import { addMilliseconds, DAY, formatInstant } from '#domain/kernel/instant.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { createLog } from '#platform/log.ts'
import { findDifferences, NO_DIFFERENCES } from '#server/features/leads/rebuild-service.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { secrets } from '#testing/lead-rows.ts'
import { behind } from '#testing/locked-table.ts'
import { runUploads, type SaveDeps } from './save-service.ts'
import { lockClaim } from './store.ts'

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  // Nobody works but the test.
  capline = await startTestCapline({ environment: { ROLES: 'web' } })
  admin = await capline.signIn('admin')
})

afterAll(() => capline.close())

const ROWS = 4_500

const depsNow = (): SaveDeps => ({
  db: capline.db,
  clock: systemClock,
  log: createLog('silent', { pretty: false }),
  secrets,
})

test('a worker that stops half-way loses nothing, and the next goes on from its page', async () => {
  // Alike in all that makes an id, so that each depends on those before it.
  const rows = Array.from({ length: ROWS }, (_, index) => `2026-03-02,DE,44,B-1,${index % 2 === 0 ? 'New' : 'Old'}`)
  const body = new TextEncoder().encode(['Created,Country,Affiliate,Broker,Status', ...rows].join('\n'))
  const { _id, mapping } = await admin.call(uploadCalls.add, { query: { fileName: 'days.csv' }, body })
  await admin.call(uploadCalls.save, { params: { id: _id }, body: { name: 'days', mapping } })

  const stop = new AbortController()
  let pages = 0
  const deps = depsNow()
  const clock = {
    ...systemClock,
    now: () => {
      pages += 1
      stop.abort()
      return systemClock.now()
    },
  }
  await runUploads({ ...deps, clock }, stop.signal)
  const find = async () => (await admin.call(uploadCalls.list, {}))[0]
  expect(pages).toBeGreaterThan(0)
  expect(await find()).toMatchObject({ state: 'saving', newLeads: 2_000, endedAt: null })

  await runUploads(deps, new AbortController().signal)
  expect(await find()).toMatchObject({ state: 'saved', newLeads: ROWS, changedLeads: 0, badRows: 0 })
  expect(await findDifferences(capline.db)).toEqual(NO_DIFFERENCES)
})

test('a worker takes no upload that ends at that moment, and stores nothing of one that another has taken', async () => {
  const body = new TextEncoder().encode('Created,Country,Affiliate,Broker,Status\n2026-03-02,DE,44,B-1,New')
  const { _id: id, mapping } = await admin.call(uploadCalls.add, { query: { fileName: 'one.csv' }, body })
  await admin.call(uploadCalls.save, { params: { id }, body: { name: 'one', mapping } })
  const change = (columns: { state?: string; worker?: string }) => (tx: Database) =>
    tx.updateTable('uploads').set(columns).where('id', '=', id).execute()
  const stateOf = async () => (await admin.call(uploadCalls.list, {})).find(({ _id }) => _id === id)?.state
  await behind(capline.db, change({ state: 'failed' }), () => runUploads(depsNow(), new AbortController().signal))
  expect(await stateOf()).toBe('failed')

  await change({ state: 'saving', worker: 'first' })(capline.db)
  const isStillTheirs = await behind(capline.db, change({ worker: 'second' }), () =>
    capline.db.transaction().execute((tx) => lockClaim(tx, { id, worker: 'first', state: 'saving' })),
  )
  expect(isStillTheirs).toBe(false)
})

const HEAD = 'Lead ID,Created,Country,Affiliate,Broker,Deposit date,Payout'

async function addFile(...lines: readonly string[]) {
  const body = new TextEncoder().encode(lines.join('\n'))
  const { _id: id, mapping } = await admin.call(uploadCalls.add, { query: { fileName: 'paid.csv' }, body })
  return { params: { id }, body: { name: 'paid', mapping } }
}

async function save(chosen: Awaited<ReturnType<typeof addFile>>): Promise<string> {
  await admin.call(uploadCalls.save, chosen)
  await runUploads(depsNow(), new AbortController().signal)
  return chosen.params.id
}

const findListed = async (id: string) => (await admin.call(uploadCalls.list, {})).find(({ _id }) => _id === id)

test('a lead whose deposit cannot be used is saved, and the preview counts both apart', async () => {
  const [lead, bad] = ['1,2026-03-02,DE,44,B-1,2026-03-03,600 EUR', '2,soon,DE,44,B-1,,']
  const chosen = await addFile(HEAD, lead, bad)
  const preview = await admin.call(uploadCalls.preview, chosen)
  expect(preview).toMatchObject({ newLeads: 1, newDeposits: 0, badRows: 1, badDeposits: 1 })
  expect(preview.bad.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
    '2 Payout is not an amount of dollars: "600 EUR"',
    '3 Registered is not a date in the chosen format: "soon"',
  ])
  expect(await findListed(await save(chosen))).toMatchObject({ newLeads: 1, newDeposits: 0, badRows: 2 })

  const deposits = await addFile('E-Mail,Deposit date,Payout', 'a@example.org,02.04.2026,600 EUR')
  expect(await admin.call(uploadCalls.preview, deposits)).toMatchObject({ badRows: 1, badDeposits: 0 })
})

test('each file that can be taken back is listed, also one with 50 newer ones', async () => {
  const id = await save(await addFile(HEAD, '1,2026-03-02,DE,44,B-1,,'))
  await sql`
    insert into uploads (id, state, file_name, uploaded_by, connector, created_at, saved_at, ended_at)
    select 'newer-' || n, state, file_name, uploaded_by, connector, created_at, saved_at, ended_at
    from uploads, generate_series(1, 50) n where id = ${id}`.execute(capline.db)
  const saveAt = (days: number) =>
    capline.db
      .updateTable('uploads')
      .set({ saved_at: formatInstant(addMilliseconds(systemClock.now(), -days * DAY)) })
      .where('id', '=', id)
      .execute()
  await saveAt(89)
  expect(await findListed(id)).toMatchObject({ canTakeBack: true })
  await saveAt(91)
  expect(await findListed(id)).toBeUndefined()
})
