import { MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { isSameDigest, type Secrets } from '#platform/secrets.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import { readUpdate } from '#platform/telegram/updates.ts'
import type { BotIdentity } from './answer-service.ts'
import type { BotDeps } from './service.ts'
import { createTaker } from './taking-service.ts'

/** Where Telegram brings updates, behind the public address. */
export const WEBHOOK_PATH = '/telegram/webhook'

/** What Telegram is told: where to bring the updates of this bot, and what to say so that we know it is Telegram. */
export function webhookOf(secrets: Secrets, webhookUrl: string, botId: string): { url: string; secret: string } {
  return { url: webhookUrl, secret: secrets.signWebhook(botId) }
}

export interface WebhookDeps extends BotDeps {
  /** The client of the present token; null while there is none. */
  telegram(): Promise<TelegramClient | null>
  stopping: AbortSignal
}

/** `taken` also where it had been before; `later`: Telegram brings it again; `unreadable`: it is no update. */
export type Delivery = 'taken' | 'later' | 'unreadable'

/** Takes what Telegram brings, once it is known to come from Telegram. */
export type Take = (body: unknown) => Promise<Delivery>

/** So many of a minute may be wrong before nobody looks a present token up for them. */
const MOST_REFUSED = 20

/**
 * Lets in whoever knows the secret, and null for anyone else, before anything of the body is read. Any node may take what is
 * brought: each update is handled once over all of them.
 */
export function createWebhook(deps: WebhookDeps): (secret: string) => Promise<Take | null> {
  const taker = createTaker(deps)
  const refusals = countRefusals()
  let known: { client: TelegramClient; bot: BotIdentity } | null = null
  let expected = ''

  async function identify(client: TelegramClient): Promise<BotIdentity | null> {
    if (known?.client === client) return known.bot
    const self = await client.readSelf(deps.stopping)
    if (!self.ok) return null
    known = { client, bot: { id: client.botId, username: self.result.username } }
    return known.bot
  }

  return async (secret) => {
    // Who guesses costs nothing, and keeps Telegram from nothing: it knows the secret.
    if (refusals.of(deps.clock.now()) >= MOST_REFUSED && !isSame(secret, expected)) return null
    const client = await deps.telegram()
    expected = client ? deps.secrets.signWebhook(client.botId) : ''
    if (!client || !isSame(secret, expected)) {
      const count = refusals.add(deps.clock.now())
      if (count === 1) deps.log.warn({ event: 'bot.webhook' }, 'an update with a wrong secret was refused')
      return null
    }
    return async (body) => {
      const update = readUpdate(body)
      if (!update) return 'unreadable'
      const bot = await identify(client)
      return bot && (await taker.take(bot, update)) ? 'taken' : 'later'
    }
  }
}

function isSame(secret: string, expected: string): boolean {
  return expected !== '' && isSameDigest(Buffer.from(secret), Buffer.from(expected))
}

/** Those of the present minute, which begins with its first. */
function countRefusals() {
  let since: Instant | null = null
  let count = 0
  const of = (now: Instant): number => {
    if (since !== null && now - since >= MINUTE) [since, count] = [null, 0]
    return count
  }
  return {
    of,
    add(now: Instant): number {
      count = of(now) + 1
      since ??= now
      return count
    },
  }
}
