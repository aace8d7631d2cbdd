import { afterAll, beforeAll, expect, test } from 'vitest'
import { advertiserCalls } from '#contract/advertisers.ts'
import { capCalls } from '#contract/caps.ts'
import { leadCalls } from '#contract/leads.ts'
import { payoutCalls, type PayoutReport } from '#contract/payouts.ts'
import { settingCalls } from '#contract/settings.ts'
import { systemClock } from '#platform/clock.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, HOUR } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { createLog } from '#platform/log.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft } from '#testing/caps.ts'
import { buildDeposit, buildLead, secrets } from '#testing/lead-rows.ts'
import { forgetOldEmails } from './features/leads/jobs.ts'
import { forgetReportEmails } from './features/payouts/retention-service.ts'

const zone = zoneOf('Etc/GMT-2')
const day = addDays(zone.dayOf(systemClock.now()), -60)
const range = { start: day, end: addDays(day, 6) }

let capline: TestCapline
let admin: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  admin = await capline.signIn('admin')
})

afterAll(() => capline.close())

/** Noon of a day. */
const at = (of: Day) => formatInstant(addMilliseconds(zone.startOf(of), 12 * HOUR))

test('old e-mails are nowhere any more, and leads, deposits and reports are what they were', async () => {
  await plant()
  const before = await compute()
  expect(listEmails(before)).toEqual(
    expect.arrayContaining(['fake@example.org', 'jo@example.org', 'nobody@example.org']),
  )

  await save('email_retention_days', '30')
  await forget()
  const stored = await admin.call(payoutCalls.read, { params: { id: before.id }, query: {} })
  expect(stored).toEqual({ ...before, summary: withoutEmails(before.summary) })
  const again = await compute()
  expect(numbersOf(again)).toEqual(numbersOf(withoutEmails(before)))
  expect(await readEverything()).not.toMatch(/@example\.org/)

  expect(await search('JO@example.org ')).toMatchObject([{ id: 'lead-1', email: null, forgotten: true }])
  expect(await search('jo@exam')).toEqual([])
  const [newest] = await search('lead-2')
  expect(newest).toMatchObject({ forgotten: true })

  capline.source.put('deposits', { ...nameless('late', 'Jo@Example.org'), createdAt: at(addDays(day, 50)) })
  await capline.sync()
  const late = await capline.db
    .selectFrom('deposits')
    .select('found_lead_id')
    .where('external_id', '=', 'late')
    .executeTakeFirst()
  expect(late).toEqual({ found_lead_id: 'lead-1' })
})

test('a report keeps its e-mails until its whole range is so old', async () => {
  await save('email_retention_days', '400')
  await compute()
  const forgetBefore = (of: Day, signal = new AbortController().signal) =>
    forgetReportEmails(capline, zone.startOf(of), signal)
  expect(await forgetBefore(range.end)).toBe(0)
  expect(await forgetBefore(addDays(range.end, 1), AbortSignal.abort())).toBe(0)
  expect(await forgetBefore(addDays(range.end, 1))).toBeGreaterThan(0)
  expect(await forgetBefore(addDays(range.end, 1))).toBe(0)
})

async function plant(): Promise<void> {
  await admin.call(advertiserCalls.create, { body: { advertiserId: 'B-1', name: 'Alster Insurance' } })
  await admin.call(capCalls.create, { body: buildCapDraft({ date: day, workingHours: '24/7' }) })
  const lead = { createdAt: at(day), updatedAt: at(day), advertiserId: 'B-1' }
  capline.source.put(
    'leads',
    buildLead({ ...lead, email: 'Jo@example.org' }),
    buildLead({ ...lead, id: 'lead-2', email: 'fake@example.org', status: 'Fake' }),
  )
  // On the day of the deal, so that it is one of its unmatched deposits.
  const ofDeal = { createdAt: at(day), updatedAt: at(day), geo: 'DE', sourceNumber: '44', advertiserId: 'B-1' }
  const nobodys = { ...nameless('nobodys', 'nobody@example.org'), ...ofDeal }
  capline.source.put('deposits', nameless('named', 'jo@example.org'), nobodys)
  expect((await capline.sync()).status).toBe('success')
}

function nameless(id: string, email: string) {
  const { leadId: _leadId, ...deposit } = buildDeposit({
    id,
    email,
    createdAt: at(addDays(day, 1)),
    updatedAt: at(addDays(day, 1)),
  })
  return deposit
}

async function compute(): Promise<PayoutReport> {
  const { id } = await admin.call(payoutCalls.queue, { body: range })
  return expect
    .poll(() => admin.call(payoutCalls.read, { params: { id }, query: {} }))
    .toMatchObject({ status: 'success' })
    .then(() => admin.call(payoutCalls.read, { params: { id }, query: {} }))
}

async function forget(): Promise<void> {
  const log = createLog('silent', { pretty: false })
  const deps = { db: capline.db, clock: systemClock, log, secrets }
  const end = await forgetOldEmails(
    { ...deps, forgetInReports: (before, signal) => forgetReportEmails(deps, before, signal) },
    new AbortController().signal,
  )
  expect(end).toBe('done')
}

async function search(text: string) {
  return (await admin.call(leadCalls.search, { query: { search: text } })).leads
}

async function save(key: 'email_retention_days', value: string): Promise<void> {
  await admin.call(settingCalls.save, { params: { key }, body: { value } })
}

function listEmails(report: PayoutReport): string[] {
  return [...JSON.stringify(report).matchAll(/"email":"([^"]+)"/g)].map(([, email]) => (email ?? '').toLowerCase())
}

/** A report but for when and from which state of the tables it was made. */
function numbersOf({ summary }: PayoutReport) {
  return { ...summary, generatedAt: null, basis: null }
}

function withoutEmails<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (name, item: unknown) => (name === 'email' ? null : item)))
}

/** Every table that e-mails might stand in, as text. */
async function readEverything(): Promise<string> {
  const { rows } = await capline.database.pool.query<{ all: string }>(
    `select concat((select string_agg(t::text, ' ') from leads t), (select string_agg(t::text, ' ') from deposits t),
      (select string_agg(t::text, ' ') from payout_deals t), (select string_agg(t::text, ' ') from payout_reports t),
      (select string_agg(t::text, ' ') from debug_logs t)) as all`,
  )
  return rows[0]?.all ?? ''
}
