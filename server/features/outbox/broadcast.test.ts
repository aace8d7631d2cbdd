import { expect, test } from 'vitest'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { systemClock } from '#platform/clock.ts'
import { createListener } from '#platform/db/listen.ts'
import { createSecrets } from '#platform/secrets.ts'
import { createClientSource } from '#platform/telegram/client.ts'
import { moveChat } from '#server/features/bot/move-service.ts'
import { APP_SECRET } from '#testing/app-secret.ts'
import { BOT_TOKEN } from '#testing/bot.ts'
import { runScript } from '#testing/child.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { startSender } from './jobs.ts'
import { enqueueAll, readBatch } from './service.ts'

// A broadcast against Telegram as it is on a bad day, and a node that dies in the middle of it. A thousand chats with
// npm run soak broadcast.

const CHATS = process.env['SOAK'] ? 1_000 : 40
const FIRST_PERSON = 900_000
const FIRST_GROUP = -1_000_900_000

test(
  `${CHATS} chats: none twice, none lost, none before retry_after, and what nobody can know is listed`,
  { timeout: 10 * 60_000 },
  async () => {
    const database = await createTestDatabase()
    const telegram = await startTelegram({ token: BOT_TOKEN, limits: true, now: () => systemClock.now() })
    const chats = plantChats(telegram)
    addBadDay(telegram)
    // The node dies while Telegram has this call and has not answered.
    const last = chats[Math.floor(CHATS / 2)] ?? 0
    telegram.addFault({ kind: 'delay', chatId: last, ms: 400, times: 1 })
    await database.db.transaction().execute((tx) =>
      enqueueAll(
        tx,
        systemClock,
        chats.map((chatId) => ({ kind: 'broadcast', chatId: String(chatId), text: `to ${chatId}`, batchId: 'b' })),
      ),
    )
    await killSenderAt(database, telegram, last)
    const ended = await sendTheRest(database, telegram)

    const rows = await readBatch(database.db, 'b')
    expect(rows).toHaveLength(CHATS)
    const counts = Map.groupBy(rows, ({ state }) => state)
    expect([...counts.keys()].every((state) => ['sent', 'failed', 'unknown'].includes(state))).toBe(true)
    const arrived = Map.groupBy(
      telegram
        .chats()
        .flatMap(({ chat }) =>
          telegram.messages(chat.id).flatMap(({ text }) => (text.startsWith('to ') ? [text] : [])),
        ),
      (text) => text,
    )
    for (const { text, state, error } of rows) {
      const copies = arrived.get(text)?.length ?? 0
      if (state === 'sent') expect([text, copies]).toEqual([text, 1])
      if (state === 'failed') expect([text, copies, error]).toEqual([text, 0, expect.stringMatching(/\S/)])
      if (state === 'unknown') expect([text, copies <= 1]).toEqual([text, true])
    }
    const blocked = rows.filter(({ error }) => error === 'Forbidden: bot was blocked by the user')
    expect(blocked.length).toBeGreaterThan(0)
    expect(rows.find(({ text }) => text === `to ${last}`)?.state).toBe('unknown')
    expect(telegram.calls().filter(({ isEarly }) => isEarly)).toEqual([])
    await ended()
    await telegram.close()
    await database.close()
  },
)

/** One in twelve is a group, of which some became supergroups; one in fifteen people has blocked the bot. */
function plantChats(telegram: TelegramStandIn): number[] {
  return Array.from({ length: CHATS }, (_, index) => {
    if (index % 12 === 5) {
      const id = FIRST_GROUP - index
      telegram.plant({ groups: [{ id, title: `Group ${index}`, members: [] }] })
      if (index % 24 === 5) telegram.migrateGroup(id)
      return id
    }
    const id = FIRST_PERSON + index
    telegram.plant({ people: [{ id, first_name: `P${index}`, started: true }] })
    if (index % 15 === 7) telegram.setBlocked(id, true)
    return id
  })
}

function addBadDay(telegram: TelegramStandIn): void {
  const method = 'sendMessage'
  telegram.addFault({ method, kind: 'too-many-requests', retryAfter: 1, probability: 0.05, seed: 1 })
  telegram.addFault({ method, kind: 'error', status: 500, probability: 0.02, seed: 2 })
  telegram.addFault({ method, kind: 'drop-after', probability: 0.01, seed: 3 })
}

async function killSenderAt(database: TestDatabase, telegram: TelegramStandIn, chatId: number): Promise<void> {
  const child = runScript(SENDER, { args: [database.url, telegram.root] })
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = setInterval(() => {
    if (telegram.calls({ method: 'sendMessage', chatId }).some(({ status }) => status === null)) resolve()
  }, 10)
  await promise
  clearInterval(look)
  await child.end('SIGKILL')
}

const SENDER = `
  import { systemClock } from '#platform/clock.ts'
  import { connect } from '#platform/db/database.ts'
  import { createListener } from '#platform/db/listen.ts'
  import { createLog } from '#platform/log.ts'
  import { createSecrets } from '#platform/secrets.ts'
  import { createClientSource } from '#platform/telegram/client.ts'
  import { moveChat } from '#server/features/bot/move-service.ts'
  import { startSender } from '#server/features/outbox/jobs.ts'
  const [url, apiRoot] = process.argv.slice(-2)
  const log = createLog('silent', { pretty: false })
  const secrets = createSecrets('${APP_SECRET}')
  startSender({
    db: connect(url, { onError() {} }).db,
    directUrl: url,
    listener: createListener(url, log),
    clock: systemClock,
    log,
    secrets,
    telegram: createClientSource({ apiRoot, readToken: async () => '${BOT_TOKEN}' }),
    moveChat: (tx, chat) => moveChat(tx, { clock: systemClock, log, secrets }, chat),
  })
`

/** Another node goes on until nothing waits any more; the answer stops it. */
async function sendTheRest(database: TestDatabase, telegram: TelegramStandIn): Promise<() => Promise<void>> {
  const { log, entries } = createMemoryLog()
  const listener = createListener(database.url, log)
  const deps = { clock: systemClock, log, secrets: createSecrets(APP_SECRET) }
  const sender = startSender({
    ...deps,
    db: database.db,
    directUrl: database.url,
    listener,
    telegram: createClientSource({ apiRoot: telegram.root, readToken: async () => BOT_TOKEN }),
    moveChat: (tx, chat) => moveChat(tx, deps, chat),
  })
  const isOver = async () =>
    (await readBatch(database.db, 'b')).every(({ state }) => state !== 'queued' && state !== 'sending')
  for (let seen = -1; !(await isOver());) {
    await expect.poll(() => entries.length, { interval: 100 }).toBeGreaterThan(seen)
    seen = entries.length
  }
  return async () => {
    await sender.stop()
    await listener.close()
  }
}
