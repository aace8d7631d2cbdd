import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pauseCalls } from '#contract/pauses.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { TEST_EVENT, WEBHOOK_EVENTS } from '#domain/webhooks/event.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { systemClock } from '#platform/clock.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { editCaps, insertAdvertiser } from '#testing/caps.ts'
import { createTestClock } from '#testing/clock.ts'
import { closeWeeks } from '#testing/closed-weeks.ts'
import { createTestDatabase } from '#testing/database.ts'
import { readPayoutCases } from '#testing/golden/payout-cases.ts'
import { plantPayoutCase } from '#testing/golden/plant-payout-case.ts'
import { buildDeposit, buildLead, buildLeads } from '#testing/lead-rows.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { addCap, plantHistory, setSetting, sweepDeps, sweepOn } from '#testing/suggestions.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'

// Every event but a change of a cap, where it happens: `routes.test.ts` has that one.

const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
let capline: TestCapline
let admin: SignedIn
let receiver: WebhookReceiver
let secret = ''

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  capline = await startTestCapline({ environment: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
  admin = await capline.signIn('admin')
  const example = readPayoutCases().find(({ name }) => name === '13-several-affiliates')
  if (!example) throw new Error('the case is gone')
  await plantPayoutCase(capline, admin, example)
  await insertAdvertiser(capline.db)
  await capline.sync()
  const body = { url: receiver.url(), events: WEBHOOK_EVENTS.filter((event) => event !== 'cap.changed') }
  secret = (await admin.call(webhookCalls.add, { body })).secret
})

afterAll(async () => {
  await capline.close()
  await receiver.close()
})

beforeEach(() => {
  receiver.received.length = 0
})

/** Waits for so many messages; their bodies, each verified. */
async function hear(count: number): Promise<unknown[]> {
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count)
  const verifier = new Webhook(secret)
  return receiver.received.map(({ body, headers }) => verifier.verify(body, headers))
}

const of = (type: string, data: object) => ({ type, timestamp: expect.stringMatching(/^\d{4}-.*Z$/), data })

test('a cap that comes to a share is told once a share, and a deposit once it is seen, with its place and no e-mail', async () => {
  const cap = await editCaps(() => admin).create({ date: today, cap: 10, workingHours: '24/7' })
  const place = { geo: 'DE', advertiserId: 'B-1', sourceNumber: '44' }
  capline.source.put('leads', ...buildLeads(8, systemClock.now(), { ...place, email: 'secret@example.org' }))
  await capline.sync()
  const reached = { capId: cap._id, capKind: 'broker', day: today, ...place, cap: 10 }
  expect(await hear(1)).toEqual([of('cap.reached', { ...reached, delivered: 8, percent: 80 })])
  const at = formatInstant(systemClock.now())
  capline.source.put('leads', buildLead({ ...place, id: 'late', createdAt: at, updatedAt: at }))
  const named = {
    id: 'd-1',
    leadId: 'lead-0',
    payout: 512.5,
    createdAt: at,
    updatedAt: at,
    email: 'secret@example.org',
  }
  capline.source.put('deposits', buildDeposit(named))
  await capline.sync()
  const deposit = { connector: 'main', depositId: 'd-1', leadId: 'lead-0', day: today, payout: 512.5 }
  expect(await hear(2)).toContainEqual(of('deposit.seen', { ...deposit, ...place }))
  const later = formatInstant(systemClock.now())
  capline.source.put('deposits', buildDeposit({ ...named, payout: 600, updatedAt: later }))
  capline.source.put('leads', buildLead({ ...place, id: 'last', createdAt: later, updatedAt: later }))
  await capline.sync()
  expect(await hear(3)).toHaveLength(3)
  expect(await hear(3)).toContainEqual(of('cap.reached', { ...reached, delivered: 10, percent: 100 }))
  expect(JSON.stringify(receiver.received)).not.toContain('secret@')
})

test('each share is told that one sync reaches', async () => {
  const { _id: capId } = await editCaps(() => admin).create({ date: today, geo: 'FR', cap: 5, workingHours: '24/7' })
  const at = formatInstant(systemClock.now())
  const lead = { geo: 'FR', advertiserId: 'B-1', sourceNumber: '44', createdAt: at, updatedAt: at }
  capline.source.put('leads', ...[1, 2, 3, 4, 5].map((number) => buildLead({ ...lead, id: `fr-${number}` })))
  await capline.sync()
  const shares = [80, 100].map((percent) =>
    of('cap.reached', expect.objectContaining({ capId, delivered: 5, percent })),
  )
  expect(await hear(2)).toEqual(shares)
})

test('a pause is told as it begins and as it ends, without its note', async () => {
  const scopes = [{ geo: 'DE', sourceNumber: '44' }]
  const begun = await admin.call(pauseCalls.begin, { body: { scopes, reason: 'quality', note: 'Anna asked' } })
  const [pause] = begun.pauses
  const scope = { pauseId: pause?._id, geo: 'DE', advertiserId: null, sourceNumber: '44' }
  const data = { ...scope, from: expect.any(String), until: null, reason: 'quality' }
  expect(await hear(1)).toEqual([of('pause.began', data)])
  await admin.call(pauseCalls.end, { body: { ids: [pause?._id ?? ''] } })
  expect(await hear(2)).toContainEqual(of('pause.ended', { ...data, endedAt: expect.any(String) }))
  expect(JSON.stringify(receiver.received)).not.toContain('Anna')
})

test('a feed is told as it fails, once, and as it works again', async () => {
  capline.leadApi.control.addFault({ kind: 'status', status: 404, times: 2 })
  await capline.sync()
  await capline.sync()
  await capline.sync()
  const feed = { connector: 'main', runId: expect.any(String) }
  const told = await hear(2)
  expect(told).toHaveLength(2)
  expect(told).toContainEqual(of('feed.failed', feed))
  expect(told).toContainEqual(of('feed.recovered', { ...feed, failedSince: expect.any(String) }))
})

test('a week is told as it is approved', async () => {
  const weeks = closeWeeks(admin)
  const days = { start: '2026-03-02', end: '2026-03-08' }
  const { id } = await weeks.approve(await weeks.freeze(days))
  expect(await hear(1)).toEqual([of('week.approved', { closingId: id, ...days, totalDue: 3_895 })])
})

test('suggestions of a sweep are told each', async () => {
  await using parts = new AsyncDisposableStack()
  const database = await createTestDatabase()
  parts.defer(() => database.close())
  const { db, pool } = database
  await plantHistory(db, '2026-11-21T10:30:00Z', [{ source: '44', leadsAnHour: 4 }])
  await setSetting(db, 'timezone', 'Europe/Berlin')
  await setSetting(db, 'ai_suggestion_force_token', 'now')
  const capId = await addCap(db, { cap: 20 })
  await pool.query(
    `insert into webhooks (id, url, events, sealed_key, created_at) values ('w', '', '{suggestion.made}', '', now())`,
  )
  await sweepOn(sweepDeps(db, createTestClock('2026-11-21T10:40:00Z'), createMemoryLog().log))
  const { rows } = await pool.query<{ body: string }>('select body from webhook_messages')
  expect(rows.map(({ body }): unknown => JSON.parse(body))).toEqual([
    of('suggestion.made', {
      suggestionId: expect.any(String),
      kind: 'raise',
      day: '2026-11-21',
      capId,
      capKind: 'broker',
      geo: 'DE',
      advertiserId: '101',
      sourceNumber: '44',
    }),
  ])
})

test('the page of webhooks has a row for every event', async () => {
  const { readFile } = await import('node:fs/promises')
  const page = await readFile('docs/webhooks.md', 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z.]+)`/gm)].map(([, event]) => event)
  expect(rows).toEqual([...WEBHOOK_EVENTS, TEST_EVENT])
})
