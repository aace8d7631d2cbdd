import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { capCalls } from '#contract/caps.ts'
import { MOST_TRIES } from '#domain/webhooks/delivery.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { createSecrets } from '#platform/secrets.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { buildCapDraft, editCaps, insertAdvertiser } from '#testing/caps.ts'
import { refusalOf } from '#testing/refusal.ts'
import { startWebhookReceiver, type Received, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { newKey, sealKey } from './key-service.ts'

let capline: TestCapline
let admin: SignedIn
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  capline = await startTestCapline({ environment: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
  admin = await capline.signIn('admin')
  await insertAdvertiser(capline.db)
})

afterAll(async () => {
  await capline.close()
  await receiver.close()
})

afterEach(async () => {
  await capline.db.deleteFrom('webhooks').execute()
  await capline.db.deleteFrom('caps').execute()
  receiver.received.length = 0
  receiver.answer = null
})

const editor = () => editCaps(() => admin)
const add = (path = '/hook', events: WebhookEvent[] = ['cap.changed']) =>
  admin.call(webhookCalls.add, { body: { url: receiver.url(path), events } })
const list = async () =>
  (await admin.call(webhookCalls.list, {})).map(({ webhook, health }) => ({ ...webhook, ...health }))
const deliveries = (id: string) => admin.call(webhookCalls.listDeliveries, { params: { id } })
const sendTest = (id: string) => admin.call(webhookCalls.test, { params: { id } })
const verify = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers)

/** Waits until an endpoint's latest delivery is as a test wants it. */
async function expectLatest(id: string, wanted: object): Promise<void> {
  await expect.poll(async () => (await deliveries(id))[0]).toMatchObject(wanted)
}

/** What waits for its next try is tried now. */
async function hurry(): Promise<void> {
  await capline.database.pool.query(`update webhook_messages set due_at = now() where state = 'queued'`)
  await capline.database.pool.query(`notify webhooks`)
}

test('a change of a cap is told with a signature that the reference library verifies', async () => {
  const { webhook, secret } = await add()
  const cap = await editor().create({ cap: 20, cpa: 600 })
  await admin.call(capCalls.update, { params: { id: cap._id }, body: buildCapDraft({ cap: 25, cpa: 650 }) })
  // Saved as it was: no change, and nothing to tell.
  await admin.call(capCalls.update, { params: { id: cap._id }, body: buildCapDraft({ cap: 25, cpa: 650 }) })
  await admin.call(capCalls.remove, { params: { id: cap._id } })
  await expect.poll(() => receiver.received.length).toBe(3)
  const told = receiver.received.map((each) => verify(secret, each))
  const place = {
    capId: cap._id,
    capKind: 'broker',
    day: '2026-11-21',
    geo: 'DE',
    advertiserId: 'B-1',
    sourceNumber: '44',
  }
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'cap.changed',
        data: { change: 'created', ...place, before: null, after: 20, fields: [] },
      }),
      expect.objectContaining({
        data: { change: 'changed', ...place, before: 20, after: 25, fields: ['cap', 'cpa'] },
      }),
      expect.objectContaining({ data: { change: 'deleted', ...place, before: 25, after: null, fields: [] } }),
    ]),
  )
  await expectLatest(webhook._id, { state: 'delivered', tries: 1, status: 204, answer: '' })
  expect(() => verify('whsec_c2VjcmV0', receiver.received[0] ?? never())).toThrow('No matching signature')
})

test('where no endpoint wants an event nothing is written, nor where one is off', async () => {
  const { webhook } = await add('/hook', ['cap.changed', 'deposit.seen'])
  const { url, version } = webhook
  const change = (events: WebhookEvent[], isOn: boolean) =>
    admin.call(webhookCalls.change, { params: { id: webhook._id }, body: { url, events, isOn } })
  await change(['deposit.seen'], true)
  await editor().create({ sourceNumber: '45' })
  await change(['cap.changed'], false)
  await editor().create({ sourceNumber: '46' })
  expect(await deliveries(webhook._id)).toEqual([])
  expect(await refusalOf(sendTest(webhook._id))).toMatchObject({ status: 409, message: webhookTexts.notOn })
  const stale = { url, events: webhook.events, isOn: true, version }
  expect(await refusalOf(admin.call(webhookCalls.change, { params: { id: webhook._id }, body: stale }))).toMatchObject({
    status: 409,
    message: webhookTexts.stale,
  })
})

test('a key is told once, and is kept sealed and nowhere else', async () => {
  const body = { url: receiver.url(), events: ['cap.changed' as const] }
  const { webhook, secret } = await admin.call(webhookCalls.add, { body }, { 'idempotency-key': 'once' })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const key = secret.slice('whsec_'.length)
  const [added] = await admin.call(webhookCalls.listHistory, {})
  expect(added).toMatchObject({ before: null, after: { _id: webhook._id } })
  expect(JSON.stringify([await list(), await admin.call(webhookCalls.listHistory, {})])).not.toContain(key)
  const tables = ['webhooks', 'changes', 'idempotency_keys', 'debug_logs']
  for (const table of tables) {
    const { rows } = await capline.database.pool.query<{ text: string }>(`select t::text as text from ${table} t`)
    expect(rows.filter(({ text }) => text.includes(key))).toEqual([])
  }
  expect((await list())[0]).toMatchObject({ _id: webhook._id, state: 'on', failing: false, last: null })
})

test('while a key changes both sign; then the old one does not', async () => {
  const { webhook, secret } = await add()
  const rotated = await admin.call(webhookCalls.rotateKey, { params: { id: webhook._id } })
  expect(rotated.secret).not.toBe(secret)
  await sendTest(webhook._id)
  await expect.poll(() => receiver.received.length).toBe(1)
  const [both] = receiver.received
  expect(both?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  for (const key of [secret, rotated.secret]) {
    expect(verify(key, both ?? never())).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook._id } })
  }
  expect((await list())[0]?.oldKeyUntil).toBe(rotated.oldKeyUntil)
  await capline.database.pool.query(`update webhooks set old_key_until = now()`)
  await sendTest(webhook._id)
  await expect.poll(() => receiver.received.length).toBe(2)
  const [, later] = receiver.received
  expect(() => verify(secret, later ?? never())).toThrow('No matching signature')
  expect(verify(rotated.secret, later ?? never())).toMatchObject({ type: 'webhook.test' })
  const { rows } = await capline.database.pool.query(`select from webhooks where sealed_old_key is not null`)
  expect(rows).toEqual([])
})

test('a new key whose answer was lost is replaced by a repeat, and the key that the receiver has signs on', async () => {
  const { webhook, secret } = await add()
  const rotate = (attempt: string, by = admin) =>
    by.call(webhookCalls.rotateKey, { params: { id: webhook._id } }, { 'idempotency-key': attempt })
  const sign = async () => {
    const before = receiver.received.length
    await sendTest(webhook._id)
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    return receiver.received[before] ?? never()
  }
  const lost = await rotate('first')
  const repeated = await rotate('first')
  expect(repeated.oldKeyUntil).toBe(lost.oldKeyUntil)
  const repeat = await sign()
  for (const key of [secret, repeated.secret]) expect(verify(key, repeat)).toMatchObject({ type: 'webhook.test' })
  expect(() => verify(lost.secret, repeat)).toThrow('No matching signature')
  // Another attempt is on purpose, and so is anybody else’s.
  await rotate('first', await capline.signIn('admin'))
  const other = await sign()
  expect(verify(repeated.secret, other)).toMatchObject({ type: 'webhook.test' })
  expect(() => verify(secret, other)).toThrow('No matching signature')
  // Once the old key has ended, nothing is left that a repeat could keep.
  const { secret: known } = await rotate('second')
  await capline.database.pool.query(`update webhooks set old_key_until = now()`)
  await rotate('second')
  expect(verify(known, await sign())).toMatchObject({ type: 'webhook.test' })
})

test('a key that cannot be read any more is not kept beside the new one', async () => {
  const { webhook } = await add()
  const sealed = sealKey(createSecrets('f'.repeat(40)), webhook._id, newKey())
  await capline.db.updateTable('webhooks').set({ sealed_key: sealed }).execute()
  await sendTest(webhook._id)
  await expectLatest(webhook._id, { state: 'queued', tries: 1, answer: expect.stringContaining('Make a new key') })
  const { secret, oldKeyUntil } = await admin.call(webhookCalls.rotateKey, { params: { id: webhook._id } })
  expect(oldKeyUntil).toBeNull()
  await sendTest(webhook._id)
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(verify(secret, receiver.received[0] ?? never())).toMatchObject({ type: 'webhook.test' })
})

test('addresses that nothing may be sent to are refused at their field', async () => {
  const refused = async (url: string) =>
    (await refusalOf(admin.call(webhookCalls.add, { body: { url, events: ['cap.changed'] } }))).details.errors
  expect(await refused('nowhere')).toEqual([{ path: 'url', message: webhookTexts.url }])
  expect(await refused('http://example.org')).toEqual([{ path: 'url', message: webhookTexts.urlOpen }])
  expect(await refused('https://a:b@example.org')).toEqual([{ path: 'url', message: webhookTexts.urlUser }])
  expect(await refused('https://10.0.0.1')).toEqual([{ path: 'url', message: webhookTexts.urlPrivate }])
  const none = admin.call(webhookCalls.add, { body: { url: receiver.url(), events: [] } })
  expect((await refusalOf(none)).details.errors).toEqual([{ path: 'events', message: webhookTexts.events }])
})

test('what fails is tried again under the same id, with a new instant; a redirect is not followed', async () => {
  const { webhook, secret } = await add()
  receiver.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end('moved')
  await sendTest(webhook._id)
  await expectLatest(webhook._id, { state: 'queued', tries: 1, status: 302, answer: 'moved' })
  receiver.answer = (response) => response.writeHead(500).end('no')
  await hurry()
  await expectLatest(webhook._id, { state: 'queued', tries: 2, status: 500, answer: 'no' })
  expect((await list())[0]).toMatchObject({ waiting: 1, failing: false, last: { status: 500 } })
  expect((await list())[0]?.failedSince).not.toBeNull()
  receiver.answer = null
  await hurry()
  await expectLatest(webhook._id, { state: 'delivered', tries: 3, status: 204, dueAt: null })
  expect((await list())[0]).toMatchObject({ waiting: 0, failedSince: null })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook'])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(receiver.received.map((each) => verify(secret, each))).toHaveLength(3)
})

test('a delivery that was settled can be sent again and one that waits at once, and keeps its id', async () => {
  const { webhook } = await add()
  const { deliveryId } = await sendTest(webhook._id)
  await expectLatest(webhook._id, { _id: deliveryId, state: 'delivered' })
  const replay = () => admin.call(webhookCalls.replay, { params: { id: deliveryId } })
  // The next try by itself would come in an hour.
  receiver.answer = (response) => response.writeHead(500, { 'retry-after': '3600' }).end()
  await replay()
  await expectLatest(webhook._id, { state: 'queued', tries: 1 })
  receiver.answer = null
  await replay()
  await expectLatest(webhook._id, { state: 'delivered', tries: 2 })
  expect(receiver.received.map(({ id }) => id)).toEqual([deliveryId, deliveryId, deliveryId])
  await admin.call(webhookCalls.remove, { params: { id: webhook._id } })
  expect(await refusalOf(replay())).toMatchObject({ status: 404, message: webhookTexts.noDelivery })
})

test('410 turns an endpoint off and says so; what waits is kept and goes when it is turned on', async () => {
  await setSummaryGroup('-100200')
  const { webhook } = await add()
  receiver.answer = (response) => response.writeHead(410).end('gone')
  await sendTest(webhook._id)
  await expect.poll(list).toMatchObject([{ state: 'gone', last: { status: 410 } }])
  await expectLatest(webhook._id, { state: 'failed', tries: 1 })
  expect(await readAlerts()).toEqual([expect.stringContaining('is off. It answered 410')])
  receiver.answer = null
  const { url, events } = webhook
  await admin.call(webhookCalls.change, { params: { id: webhook._id }, body: { url, events, isOn: true } })
  await sendTest(webhook._id)
  await expectLatest(webhook._id, { state: 'delivered' })
  expect(await list()).toMatchObject([{ state: 'on' }])
})

test('what an earlier address answers turns nothing off: the message goes to the one that stands', async () => {
  const { webhook } = await add('/old')
  const held: ServerResponse[] = []
  receiver.answer = (response, { path }) => {
    if (path === '/old') held.push(response)
    else response.writeHead(204).end()
  }
  await sendTest(webhook._id)
  await expect.poll(() => held).toHaveLength(1)
  const body = { url: receiver.url('/new'), events: webhook.events, isOn: true }
  await admin.call(webhookCalls.change, { params: { id: webhook._id }, body })
  held[0]?.writeHead(410).end()
  await expectLatest(webhook._id, { state: 'delivered', tries: 2 })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new'])
  expect(await list()).toMatchObject([{ state: 'on', failedSince: null }])
})

test('an endpoint through which nothing gets for a day is marked as failing, once, until something does', async () => {
  await setSummaryGroup('-100200')
  const { webhook } = await add()
  receiver.answer = (response) => response.writeHead(500).end()
  await sendTest(webhook._id)
  await sendTest(webhook._id)
  await expect.poll(async () => (await deliveries(webhook._id)).map(({ tries }) => tries)).toEqual([1, 1])
  await capline.database.pool.query(`update webhooks set failed_since = now() - interval '25 hours'`)
  await capline.database.pool.query(`update webhook_messages set tries = $1`, [MOST_TRIES - 1])
  await hurry()
  await expect.poll(async () => (await deliveries(webhook._id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await list()).toMatchObject([{ state: 'on', failing: true }])
  expect(await readAlerts()).toEqual([
    expect.stringMatching(/^The webhook to 127\.0\.0\.1:\d+ fails: nothing got through for a day/),
  ])
  receiver.answer = null
  await sendTest(webhook._id)
  await expect.poll(list).toMatchObject([{ failing: false, failedSince: null }])
})

test('a slow endpoint keeps its own calls and delays no other', async () => {
  const [slow, quick] = [await add('/slow'), await add('/quick')]
  const held: ServerResponse[] = []
  receiver.answer = (response, { path }) => {
    if (path === '/quick') response.writeHead(204).end()
    else held.push(response)
  }
  const create = Array.from({ length: 8 }, (_, index) => buildCapDraft({ sourceNumber: String(index + 1) }))
  await editor().commit({ create })
  const count = (path: string) => receiver.received.filter((each) => each.path === path).length
  await expect.poll(() => count('/quick')).toBe(8)
  expect(count('/slow')).toBe(4)
  await expect
    .poll(async () => (await deliveries(quick.webhook._id)).filter(({ state }) => state === 'delivered').length)
    .toBe(8)
  expect((await deliveries(slow.webhook._id)).filter(({ tries }) => tries > 0)).toEqual([])
  // Nothing is to wait for them when all ends.
  receiver.answer = null
  for (const response of held) response.writeHead(204).end()
})

async function setSummaryGroup(chatId: string): Promise<void> {
  const row = { key: 'summary_group_id', value: chatId, updated_at: '2026-11-21T00:00:00Z', updated_by: 'test' }
  await capline.db.deleteFrom('settings').where('key', '=', row.key).execute()
  await capline.db.insertInto('settings').values(row).execute()
  await capline.db.deleteFrom('outbox').execute()
}

/** What the summary group is told of webhooks. */
async function readAlerts(): Promise<string[]> {
  const rows = await capline.db.selectFrom('outbox').select('text').where('kind', '=', 'webhook.alert').execute()
  return rows.map(({ text }) => text)
}

function never(): never {
  throw new Error('nothing was received')
}
