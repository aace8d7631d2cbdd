import { MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { isSameDigest, type Secrets } from '#platform/secrets.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import { readUpdate } from '#platform/telegram/updates.ts'
import type { BotIdentity } from './answer-service.ts'
import type { BotDeps } from './service.ts'
import { createTaker } from './taking-service.ts'

/** The path of the webhook at the public address. */
export const WEBHOOK_PATH = '/telegram/webhook'

/** The address and the secret that Telegram is given. */
export function webhookOf(secrets: Secrets, webhookUrl: string, botId: string): { url: string; secret: string } {
  return { url: webhookUrl, secret: secrets.signWebhook(botId) }
}

export interface WebhookDeps extends BotDeps {
  /** The client of the present token; null while there is none. */
  telegram(): Promise<TelegramClient | null>
  stopping: AbortSignal
}

/** `taken`: also if it was known; `later`: Telegram sends it again; `unreadable`: it is not an update. */
export type Delivery = 'taken' | 'later' | 'unreadable'

/** Takes what Telegram brings, once it is known to come from Telegram. */
export type Take = (body: unknown) => Promise<Delivery>

/** After this many wrong secrets in a minute, the current token is not read for another one. */
const MOST_REFUSED = 20

/**
 * Admits a caller who knows the secret, and returns null for any other, before the body is read. Any node may take an
 * update: each is handled once over all nodes.
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
    // Guessing costs us nothing and does not block Telegram, which knows the secret.
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

/** Counts refusals of the current minute, which begins with its first. */
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
