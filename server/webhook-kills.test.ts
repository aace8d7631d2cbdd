import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookCalls } from '#contract/webhooks.ts'
import { systemClock } from '#platform/clock.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { insertMember, insertSession } from '#testing/capline.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createProcesses, type RunningServer } from '#testing/process.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'

// Whoever sends webhooks is killed while it sends. Every message comes at least once, and under one id; of two nodes that
// nobody disturbs one sends, so that none comes twice.

const isSoak = process.env['SOAK'] === '1'
const KILLS = isSoak ? Number(process.env['WEBHOOK_KILLS'] ?? 30) : 1
const SEED = Number(process.env['WEBHOOK_SEED'] ?? 7)
const MESSAGES = 60

const processes = createProcesses()
let database: TestDatabase
let receiver: WebhookReceiver
let environment: Record<string, string>
let token = ''
let webhookId = ''

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startWebhookReceiver()
  // Slow enough that a kill finds calls open.
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 30)
  environment = {
    SANDBOX: 'off',
    APP_SECRET,
    DATABASE_URL: database.url,
    DATA_DIR: await processes.makeFolder(),
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  }
  token = await insertSession(database.db, await insertMember(database.db, { role: 'admin' }), systemClock)
})

afterAll(async () => {
  await processes.close()
  await receiver.close()
  await database.close()
})

const moment = fc.integer({ min: 5, max: 250 })

test(
  'killed while it sends: every message comes, and under its one id',
  async () => {
    let server = await processes.startServer(environment)
    const body = { url: receiver.url(), events: ['cap.changed' as const] }
    webhookId = (await server.clientOf(token)(webhookCalls.add, { body })).webhook._id
    for (const pause of fc.sample(moment, { seed: SEED, numRuns: KILLS })) {
      receiver.received.length = 0
      const ids = await queueMessages(server)
      await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(0)
      await wait(pause)
      await server.kill()
      expect(await countWaiting()).toBeGreaterThan(0)
      server = await processes.startServer(environment)
      await expect.poll(countWaiting).toBe(0)
      expect(receiver.received.length).toBeGreaterThanOrEqual(MESSAGES)
      expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(ids))
    }
    await server.kill()
  },
  isSoak ? 3_600_000 : 120_000,
)

test('of two nodes one sends, and each message once', async () => {
  const nodes = await Promise.all([processes.startServer(environment), processes.startServer(environment)])
  receiver.received.length = 0
  const ids = (await Promise.all(nodes.map((node) => queueMessages(node, 20)))).flat()
  await expect.poll(countWaiting).toBe(0)
  expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  await Promise.all(nodes.map((node) => node.kill()))
})

async function queueMessages(server: RunningServer, count = MESSAGES): Promise<string[]> {
  const call = server.clientOf(token)
  const sent = await Promise.all(
    Array.from({ length: count }, () => call(webhookCalls.test, { params: { id: webhookId } })),
  )
  return sent.map(({ deliveryId }) => deliveryId)
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query(`select from webhook_messages where state = 'queued'`)
  return rows.length
}
