import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#domain/kernel/instant.ts'
import { newId } from '#platform/db/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { botCommands } from './bot.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { ANNA, BOT_TOKEN, startTestBot, type TestBot } from '#testing/bot.ts'
import { mountWebhook } from './webhook-routes.ts'
import { WEBHOOK_PATH } from './webhook-service.ts'

let bot: TestBot
const apps: FastifyInstance[] = []

beforeEach(async () => {
  bot = await startTestBot()
  await bot.database.db
    .insertInto('members')
    .values({ id: newId(), telegram_id: String(ANNA.id), role: 'admin', login_enabled: true })
    .execute()
})

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await bot.close()
})

/** A web node; where Telegram can bring updates. */
async function startWeb(): Promise<string> {
  const app = fastify()
  apps.push(app)
  mountWebhook(app, bot.takeUpdates({ commands: botCommands }))
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}${WEBHOOK_PATH}`
}

const listReplies = () => bot.database.db.selectFrom('outbox').select('text').execute()

test('updates are brought to the webhook, and each is handled once', async () => {
  const url = await startWeb()
  bot.startPoller({ webhookUrl: url })
  await bot.events.waitFor({ event: 'bot.polling', msg: 'updates are brought to the webhook' })
  bot.telegram.say(ANNA.id, ANNA.id, '/id')
  await bot.events.waitFor({ event: 'bot.update', command: 'id', handling: 'answered' })
  expect(await listReplies()).toHaveLength(1)
  const [set] = bot.telegram.calls({ method: 'setWebhook' })
  expect(set?.body).toMatchObject({ url, secret_token: expect.stringMatching(/^[\w-]{40,}$/) })
  expect(bot.telegram.calls({ method: 'getUpdates' })).toEqual([])

  const secret = String(set?.body['secret_token'])
  const again = {
    update_id: 7,
    message: { message_id: 1, chat: { id: ANNA.id, type: 'private' }, from: { id: ANNA.id }, text: '/id' },
  }
  const bring = async () => {
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(again) })).status
  }
  expect(await Promise.all([bring(), bring(), bring()])).toEqual([200, 200, 200])
  expect(await listReplies()).toHaveLength(2)
})

test('what Telegram would not bring is a 400', async () => {
  const url = await startWeb()
  const secret = createSecrets(APP_SECRET).signWebhook('100000')
  const bring = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  for (const body of ['{}', '[]', 'null', '{"update_id":"7"}', '{"update_id":']) expect(await bring(body)).toBe(400)
  expect(await bring('{"update_id":7}')).toBe(200)
})

test.each([{}, { 'x-telegram-bot-api-secret-token': 'guessed' }])(
  'who does not know the secret is refused: %j',
  async (headers) => {
    const url = await startWeb()
    const body = JSON.stringify({ update_id: 1 })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(response.status).toBe(401)
    expect(await bot.database.db.selectFrom('bot_updates').selectAll().execute()).toEqual([])
  },
)

test('who guesses and guesses is refused without a look at the database, and told of once a minute', async () => {
  let looks = 0
  Object.defineProperty(bot, 'token', {
    get() {
      looks += 1
      return BOT_TOKEN
    },
  })
  const url = await startWeb()
  const bring = async (secret: string) => {
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ update_id: 1 }) })).status
  }
  const warnings = () => bot.events.entries.filter(({ event }) => event === 'bot.webhook').length
  for (let tries = 0; tries < 30; tries += 1) expect(await bring('guessed')).toBe(401)
  expect([looks, warnings()]).toEqual([20, 1])
  expect(await bring(createSecrets(APP_SECRET).signWebhook('100000'))).toBe(200)
  bot.clock.advance(MINUTE)
  expect(await bring('guessed')).toBe(401)
  expect([looks, warnings()]).toEqual([22, 2])
})

test('what cannot be taken now is brought again', async () => {
  let fails = 1
  const app = fastify()
  apps.push(app)
  const run = async () => {
    if (fails-- > 0) throw new Error('not now')
    return { text: 'now' }
  }
  mountWebhook(app, bot.takeUpdates({ commands: [{ command: 'try', description: 'Tries', access: 'member', run }] }))
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${WEBHOOK_PATH}`
  bot.startPoller({ webhookUrl: url })
  await bot.events.waitFor({ event: 'bot.polling', msg: 'updates are brought to the webhook' })
  bot.telegram.say(ANNA.id, ANNA.id, '/try')
  await bot.events.waitFor({ event: 'bot.update', command: 'try', handling: 'answered' })
  expect(await listReplies()).toEqual([{ text: 'now' }])
})

test('without a public address a webhook that was there is removed, and updates are asked for', async () => {
  const url = await startWeb()
  const poller = bot.startPoller({ webhookUrl: url })
  await bot.events.waitFor({ event: 'bot.polling', msg: 'updates are brought to the webhook' })
  await poller.stop()
  bot.startPoller({ commands: botCommands })
  await bot.events.waitFor({ event: 'bot.polling', msg: 'reading updates' })
  bot.telegram.say(ANNA.id, ANNA.id, '/id')
  await bot.events.waitFor({ event: 'bot.update', command: 'id', handling: 'answered' })
  expect(bot.telegram.calls({ method: 'getUpdates' }).length).toBeGreaterThan(0)
})
