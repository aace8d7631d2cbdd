import { addMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { startPoller } from '#server/features/bot/jobs.ts'
import { createWebhook } from '#server/features/bot/webhook-service.ts'
import { moveChat } from '#server/features/bot/move-service.ts'
import { startSender } from '#server/features/outbox/jobs.ts'
import { enqueue, enqueueSecret, type OutboxDraft } from '#server/features/outbox/service.ts'
import { createListener, type Listener } from '#platform/db/listen.ts'
import type { Tx } from '#platform/db/database.ts'
import { notify } from '#platform/db/notify.ts'
import { createClientSource, type TelegramClient } from '#platform/telegram/client.ts'
import { createSecrets } from '#platform/secrets.ts'
import type { BotPart, Command } from '#platform/telegram/commands.ts'
import { APP_SECRET } from './app-secret.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createMemoryLog, type MemoryLog } from './memory-log.ts'

const secrets = createSecrets(APP_SECRET)

export const BOT_TOKEN = '100000:canary-of-the-tests'
export const ANNA = { id: 700_001, name: 'Anna', handle: 'anna' }
export const BORIS = { id: 700_002, name: 'Boris', handle: 'boris' }
export const GROUP = { id: -1_000_700_003, title: 'Solar group' }

/** Sender and poller against a stand-in over HTTP and a database of its own, with a clock that stands still. */
export interface TestBot {
  database: TestDatabase
  telegram: TelegramStandIn
  clock: TestClock
  events: MemoryLog
  /** The present token; tell with `settingsChanged`. */
  token: string | null
  allowedGroupIds: string[]
  summaryGroupIds: string[]
  /** Another process as it were: its own listener, election and log. */
  startSender(events?: MemoryLog): Stoppable
  startPoller(options?: PollerOptions): Stoppable
  /** What takes updates that are brought; with the features of a poller. */
  takeUpdates(options?: PollerOptions): ReturnType<typeof createWebhook>
  enqueue(draft: OutboxDraft): Promise<string>
  /** Waits until the log says that a message has come to this state. */
  settled(id: string, state: string): Promise<unknown>
  /** Resolves when the sender has looked at the outbox from beginning to end once more. */
  lookedAgain(): Promise<void>
  /** The texts of all calls that arrived. */
  textsSent(): unknown[]
  /** What a row looks like now. */
  readMessage(id: string): Promise<MessageRow>
  /** From now on nobody waits for real: the clock leaps to whatever is waited for. */
  letTimeFly(): void
  /** Time goes on, and whoever waits for it looks again. */
  pass(milliseconds: number): Promise<void>
  settingsChanged(): Promise<void>
  /** The stand-in is gone; the answer brings it back at the same address. */
  cutTelegram(): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface PollerOptions {
  commands?: readonly Command[]
  features?: readonly BotPart[]
  events?: MemoryLog
  webhookUrl?: string | null
}

export interface Stoppable {
  stop(): Promise<void>
}

export type MessageRow = Awaited<ReturnType<typeof readMessage>>

export async function startTestBot(): Promise<TestBot> {
  const database = await createTestDatabase()
  const events = createMemoryLog()
  const clock = createTestClock('2026-11-21T10:00:00Z')
  const running = new Set<Stoppable>()
  const listeners = new Set<Listener>()
  const watch = watchCalls()
  const telegram = await startStandIn(clock)
  const port = Number(new URL(telegram.root).port)

  function connectParts(log: MemoryLog['log']) {
    const listener = createListener(database.url, log)
    listeners.add(listener)
    const telegramSource = watch.observed(
      createClientSource({ apiRoot: telegram.root, readToken: async () => bot.token }),
    )
    return { db: database.db, directUrl: database.url, clock, secrets, log, listener, telegram: telegramSource }
  }

  function keep(service: Stoppable, listener: Listener): Stoppable {
    const kept = {
      async stop() {
        if (!running.delete(kept)) return
        await service.stop()
        listeners.delete(listener)
        await listener.close()
      },
    }
    running.add(kept)
    return kept
  }

  const readGroups = async () => ({ allowed: bot.allowedGroupIds, summary: bot.summaryGroupIds })

  const bot: TestBot = {
    database,
    telegram,
    clock,
    events,
    token: BOT_TOKEN,
    allowedGroupIds: [],
    summaryGroupIds: [],
    startSender(own = events) {
      const deps = connectParts(own.log)
      const sender = startSender({ ...deps, moveChat: (tx, chat) => moveChat(tx, deps, chat) })
      return keep(sender, deps.listener)
    },
    takeUpdates({ commands = [], features = [], events: own = events } = {}) {
      const { signal: stopping } = new AbortController()
      const deps = connectParts(own.log)
      running.add({ stop: () => deps.listener.close() })
      return createWebhook({ ...deps, features: [{ commands }, ...features], readGroups, stopping })
    },
    startPoller({ commands = [], features = [], events: own = events, webhookUrl = null } = {}) {
      const deps = connectParts(own.log)
      const service = startPoller({ ...deps, features: [{ commands }, ...features], readGroups, webhookUrl })
      return keep(service, deps.listener)
    },
    async enqueue(draft) {
      const id = await database.db.transaction().execute((tx) => enqueueAny(tx, clock, draft))
      if (!id) throw new Error('not written: its dedupe key is there already')
      return id
    },
    settled: (id, state) => events.waitFor({ event: 'outbox.message', id, state }),
    async lookedAgain() {
      // What has expired is dropped at the start of each look, whatever keeps the sender from sending: the second drop
      // is the proof that the look with the first is over.
      await dropOne(bot)
      await dropOne(bot)
    },
    textsSent: () => bot.telegram.calls({ method: 'sendMessage' }).map((call) => call.body['text']),
    readMessage: (id) => readMessage(database, id),
    letTimeFly: () => clock.leap(watch.isCalling),
    async pass(milliseconds) {
      clock.advance(milliseconds)
      await notify(database.db, 'outbox', '')
    },
    async settingsChanged() {
      // Who does not listen yet would miss it.
      await Promise.all([...listeners].map((listener) => listener.ready()))
      await notify(database.db, 'settings', '')
    },
    async cutTelegram() {
      await bot.telegram.close()
      return async () => {
        bot.telegram = await startStandIn(clock, port)
      }
    },
    async close() {
      await Promise.all([...running].map((one) => one.stop()))
      await bot.telegram.close()
      await database.close()
    },
  }
  return bot
}

type ClientSource = () => Promise<TelegramClient | null>

/** Counts the messages whose answers are on their way to the sender. */
function watchCalls() {
  let calling = 0

  function watched(client: TelegramClient): TelegramClient {
    return {
      ...client,
      async sendMessage(message, signal) {
        calling += 1
        return client.sendMessage(message, signal).finally(() => (calling -= 1))
      },
    }
  }

  return {
    isCalling: () => calling > 0,
    observed(source: ClientSource): ClientSource {
      const known = new WeakMap<TelegramClient, TelegramClient>()
      return async () => {
        const client = await source()
        if (!client) return null
        const seen = known.get(client) ?? watched(client)
        known.set(client, seen)
        return seen
      }
    },
  }
}

async function enqueueAny(tx: Tx, clock: TestClock, { kind, ...draft }: OutboxDraft): Promise<string | null> {
  return kind === 'login.code'
    ? enqueueSecret(tx, { clock, secrets }, { ...draft, kind })
    : enqueue(tx, clock, { ...draft, kind })
}

async function dropOne(bot: TestBot): Promise<void> {
  const expiresAt = addMilliseconds(bot.clock.now(), -1)
  await bot.settled(await bot.enqueue({ ...buildReply('too late'), expiresAt }), 'failed')
}

export function buildReply(text: string, chatId: number = ANNA.id): OutboxDraft<'bot.reply'> {
  return { kind: 'bot.reply', chatId: String(chatId), text }
}

export function buildLoginCode(clock: TestClock): OutboxDraft<'login.code'> {
  return {
    kind: 'login.code',
    chatId: String(ANNA.id),
    text: 'Your code: <code>QWERTZ</code>',
    parseMode: 'HTML',
    expiresAt: addMilliseconds(clock.now(), 5 * MINUTE),
  }
}

async function startStandIn(clock: TestClock, port = 0): Promise<TelegramStandIn> {
  const telegram = await startTelegram({ token: BOT_TOKEN, port, now: () => clock.now() })
  telegram.plant({
    people: [
      { id: ANNA.id, first_name: ANNA.name, username: ANNA.handle, started: true },
      { id: BORIS.id, first_name: BORIS.name, username: BORIS.handle, started: true },
    ],
    groups: [{ id: GROUP.id, title: GROUP.title, members: [ANNA.id, BORIS.id] }],
  })
  return telegram
}

async function readMessage(database: TestDatabase, id: string) {
  return database.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
