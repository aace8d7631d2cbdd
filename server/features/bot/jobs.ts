import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import { runElected, type Terms } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import type { BotPart } from '#platform/telegram/commands.ts'
import type { Failure, Outcome } from '#platform/telegram/transport.ts'
import type { IncomingUpdate } from '#platform/telegram/updates.ts'
import { createWake, type Wake } from '#platform/wake.ts'
import { botCommands } from './bot.ts'
import type { BotIdentity } from './answer-service.ts'
import type { BotDeps } from './service.ts'
import { createTaker, type Taker } from './taking-service.ts'
import { webhookOf } from './webhook-service.ts'

export interface PollerDeps extends Omit<BotDeps, 'features'> {
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
  /** The client of the current token, the same one while the token stays; null without a token. */
  telegram(): Promise<TelegramClient | null>
  /** The webhook's address; null means polling. */
  webhookUrl?: string | null
  /** The parts of other features. */
  features?: readonly BotPart[]
}

/** How long Telegram holds a poll, in seconds. */
const LONG_POLL_SECONDS = 30

const LOOK_AGAIN_MS = 5 * SECOND
const LONGEST_PAUSE_MS = 30 * SECOND

/** How often the webhook is set again, because somebody else may have changed it. */
const RENEW_MS = 5 * MINUTE

/** Asks Telegram for updates and handles them, or has them brought, on one of all nodes. */
export function startPoller(deps: PollerDeps): { stop(): Promise<void> } {
  const bell = createBell(deps.clock)
  const end = deps.listener.on('settings', () => bell.ring())
  const botDeps = { ...deps, features: [{ commands: botCommands }, ...(deps.features ?? [])] }
  const election = runElected({
    url: deps.directUrl,
    name: 'bot-poller',
    log: deps.log,
    terms: deps.terms,
    work: (signal) =>
      new Poller({ ...botDeps, webhookUrl: deps.webhookUrl ?? null }, deps.telegram, bell).serve(signal),
  })
  return {
    async stop() {
      end()
      await election.stop()
    },
  }
}

/** Rings when the settings changed: ends a pause, and a poll that waits with a token which may be the old one. */
interface Bell extends Wake {
  /** Aborted at the next ring. */
  nextRing(): AbortSignal
}

function createBell(clock: Clock): Bell {
  const wake = createWake(clock)
  let controller = new AbortController()
  return {
    ...wake,
    ring() {
      controller.abort()
      wake.ring()
    },
    nextRing() {
      if (controller.signal.aborted) controller = new AbortController()
      return controller.signal
    },
  }
}

interface PreparedBot extends BotIdentity {
  client: TelegramClient
}

/** One term: from election to its end. */
class Poller {
  readonly #deps: BotDeps & { webhookUrl: string | null }
  readonly #taker: Taker
  readonly #telegram: () => Promise<TelegramClient | null>
  readonly #bell: Bell
  /** Null: Telegram has to be told that this bot polls. */
  #bot: PreparedBot | null = null
  /** Confirms handled updates. Null if there is nothing to confirm: Telegram may restart ids after a quiet week. */
  #offset: number | null = null
  #pauseMs = 0
  #hadToken = true

  constructor(
    deps: BotDeps & { webhookUrl: string | null },
    telegram: () => Promise<TelegramClient | null>,
    bell: Bell,
  ) {
    this.#deps = deps
    this.#taker = createTaker(deps)
    this.#telegram = telegram
    this.#bell = bell
  }

  async serve(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.#round(signal)
  }

  async #round(signal: AbortSignal): Promise<void> {
    // Before the token is read, so that a change right afterwards is not missed.
    const ring = this.#bell.nextRing()
    const client = await this.#telegram()
    if (!client) return this.#waitForToken(signal)
    this.#hadToken = true
    const until = AbortSignal.any([signal, ring])
    const outcome = await this.#poll(client, until)
    if (until.aborted && !outcome.ok) return
    if (!outcome.ok) return this.#rest(outcome, signal)
    if (this.#pauseMs > 0) this.#deps.log.info({ event: 'bot.polling' }, 'updates are read again')
    this.#pauseMs = 0
    if (this.#deps.webhookUrl === null) await this.#handle(outcome.result, signal)
    else await this.#waitForRenewal(signal)
  }

  async #poll(client: TelegramClient, until: AbortSignal): Promise<Outcome<IncomingUpdate[]>> {
    if (this.#bot?.client !== client) {
      const prepared = await this.#prepare(client, until)
      if (!prepared.ok) return prepared
      if (this.#bot?.id !== prepared.result.id) this.#offset = null
      this.#bot = prepared.result
    }
    if (this.#deps.webhookUrl !== null) return { ok: true, result: [] }
    return client.readUpdates({ offset: this.#offset, waitSeconds: LONG_POLL_SECONDS }, until)
  }

  async #prepare(client: TelegramClient, until: AbortSignal): Promise<Outcome<PreparedBot>> {
    const { webhookUrl, secrets } = this.#deps
    const webhook =
      webhookUrl === null
        ? await client.deleteWebhook(until)
        : await client.setWebhook(webhookOf(secrets, webhookUrl, client.botId), until)
    if (!webhook.ok) return webhook
    const self = await client.readSelf(until)
    if (!self.ok) return self
    const commands = this.#deps.features.flatMap((part) => part.commands ?? [])
    const set = await client.setCommands(commands, until)
    if (!set.ok) return set
    const { username } = self.result
    const how = webhookUrl === null ? 'reading updates' : 'updates are brought to the webhook'
    this.#deps.log.info({ event: 'bot.polling', botId: client.botId, username }, how)
    return { ok: true, result: { client, id: client.botId, username } }
  }

  async #handle(updates: readonly IncomingUpdate[], signal: AbortSignal): Promise<void> {
    if (updates.length === 0) this.#offset = null
    for (const update of updates) {
      if (signal.aborted) return
      if (!(await this.#handleOne(update))) return this.#bell.wait(SECOND, signal)
      this.#offset = update.updateId + 1
    }
  }

  async #waitForRenewal(signal: AbortSignal): Promise<void> {
    const client = this.#bot?.client
    await this.#bell.wait(RENEW_MS, signal)
    if (signal.aborted || !client) return
    const trouble = await client.readWebhookTrouble(signal)
    if (trouble.ok && trouble.result) {
      this.#deps.log.warn({ event: 'bot.webhook', ...trouble.result }, 'Telegram cannot bring updates to the webhook')
    }
    this.#bot = null
  }

  async #handleOne(update: IncomingUpdate): Promise<boolean> {
    return this.#bot !== null && (await this.#taker.take(this.#bot, update))
  }

  async #waitForToken(signal: AbortSignal): Promise<void> {
    if (this.#hadToken) this.#deps.log.warn({ event: 'bot.polling' }, 'no bot token is set: the bot hears nothing')
    this.#hadToken = false
    await this.#bell.wait(LOOK_AGAIN_MS, signal)
  }

  async #rest(failure: Failure, signal: AbortSignal): Promise<void> {
    // A conflict may be a webhook that somebody set: it is removed again.
    if (failure.kind === 'conflict') this.#bot = null
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, SECOND), LONGEST_PAUSE_MS)
    const forMs = Math.max(this.#pauseMs, (failure.retryAfterSeconds ?? 0) * SECOND)
    this.#deps.log.warn(
      { event: 'bot.polling', why: failure.kind, error: failure.description, forMs },
      'updates cannot be read; trying again',
    )
    await this.#bell.wait(forMs, signal)
  }
}
