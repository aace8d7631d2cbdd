import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { webhookCalls } from '#contract/webhooks.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { editCaps, insertAdvertiser } from '#testing/caps.ts'
import { behind } from '#testing/locked-table.ts'
import { refusalOf } from '#testing/refusal.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { deleteWebhook, lockWebhook } from './store.ts'

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
})

const add = () => admin.call(webhookCalls.add, { body: { url: receiver.url(), events: ['cap.changed'] } })

/** Until somebody waits for an endpoint that is locked. */
async function untilOneWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhooks%'`
  await expect.poll(async () => (await capline.database.pool.query(waiting)).rowCount).toBe(1)
}

test('an endpoint that is removed at the very moment of a change keeps nobody from it', async () => {
  await add()
  const removing = await capline.database.pool.connect()
  await removing.query('begin; delete from webhooks')
  const changing = editCaps(() => admin).create({ sourceNumber: '47' })
  await untilOneWaits()
  await removing.query('commit')
  removing.release()
  expect(await changing).toMatchObject({ sourceNumber: '47' })
})

test('an endpoint that is removed while a failed try of it is recorded is removed', async () => {
  const { webhook } = await add()
  const held: ServerResponse[] = []
  receiver.answer = (response) => held.push(response)
  await admin.call(webhookCalls.test, { params: { id: webhook._id } })
  await expect.poll(() => held).toHaveLength(1)
  await capline.db.transaction().execute(async (tx) => {
    // Of two who wait for each other this one is refused.
    await sql`set local deadlock_timeout = '1ms'`.execute(tx)
    await lockWebhook(tx, webhook._id)
    held[0]?.writeHead(500).end()
    await untilOneWaits()
    await deleteWebhook(tx, webhook._id)
  })
  expect(await admin.call(webhookCalls.list, {})).toEqual([])
})

test('of two who remove an endpoint one is told that it is gone', async () => {
  const { webhook } = await add()
  const late = await behind(
    capline.db,
    (tx) => tx.deleteFrom('webhooks').execute(),
    () => refusalOf(admin.call(webhookCalls.remove, { params: { id: webhook._id } })),
  )
  expect(late.status).toBe(404)
})

test('an endpoint whose answer was lost is not added again by a repeat, which gets another key', async () => {
  const addOnce = (by = admin, path = '/hook') => {
    const body = { url: receiver.url(path), events: ['cap.changed' as const] }
    return by.call(webhookCalls.add, { body }, { 'idempotency-key': 'once' })
  }
  const lost = await addOnce()
  const { webhook, secret } = await addOnce()
  expect(webhook).toEqual({ ...lost.webhook, version: 2 })
  expect(await admin.call(webhookCalls.list, {})).toHaveLength(1)
  receiver.received.length = 0
  receiver.answer = null
  await admin.call(webhookCalls.test, { params: { id: webhook._id } })
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
  expect(() => new Webhook(lost.secret).verify(body, headers)).toThrow('No matching signature')
  // Another address is another endpoint, and so is anybody else’s.
  await addOnce(admin, '/other')
  await addOnce(await capline.signIn('admin'))
  expect(await admin.call(webhookCalls.list, {})).toHaveLength(3)
})
