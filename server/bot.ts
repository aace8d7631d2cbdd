import type { FastifyInstance } from 'fastify'
import { loginCommands } from './features/auth/bot.ts'
import { startPoller } from './features/bot/jobs.ts'
import { mountWebhook } from './features/bot/webhook-routes.ts'
import { createWebhook } from './features/bot/webhook-service.ts'
import { syncCommands } from './features/bot/sync-bot.ts'
import { moveChat } from './features/bot/move-service.ts'
import type { Groups } from './features/bot/answer-service.ts'
import { capAlerts } from './features/caps/alert-bot.ts'
import { capQuestions } from './features/caps/bot.ts'
import { capPlans } from './features/cap-plans/bot.ts'
import { sendProposalIn } from './features/cap-plans/proposal-service.ts'
import { sendSyncIn } from './features/feeds/service.ts'
import { limitQuestions } from './features/limits/bot.ts'
import { pauseBot } from './features/pauses/bot.ts'
import { buttonPages } from './features/outbox/page-bot.ts'
import { startSender } from './features/outbox/jobs.ts'
import { scheduleBot } from './features/schedules/bot.ts'
import { linkCommands } from './features/partners/link-bot.ts'
import { allowCommands } from './features/settings/allow-bot.ts'
import { readBotToken, readSettings } from './features/settings/service.ts'
import { suggestionBot } from './features/suggestions/bot.ts'
import type { Database } from './platform/db/database.ts'
import { watchTelegram } from './condition.ts'
import { inArea } from './platform/log.ts'
import { createClientSource } from './platform/telegram/client.ts'
import type { BotPart } from './platform/telegram/commands.ts'
import type { Shared } from './shared.ts'

/** The role `bot`: one sender and one poller over all nodes that have it. */
export function startBot(all: Shared): void {
  const shared = inArea(all, 'bot')
  const { parts } = shared
  const source = createClientSource({ ...describeTelegram(shared), onOutcome: watchTelegram(shared) })
  const sender = startSender({
    ...shared,
    telegram: source,
    moveChat: (tx, chat) => moveChat(tx, shared, chat),
  })
  parts.defer(() => sender.stop())
  const poller = startPoller({ ...describeBot(shared), telegram: source })
  parts.defer(() => poller.stop())
}

/** Takes the updates that Telegram brings, on every node that has the role `web`; where there is a public address. */
export function mountBotWebhook(all: Shared, app: FastifyInstance): void {
  if (all.webhookUrl === null) return
  const shared = inArea(all, 'bot')
  mountWebhook(app, createWebhook({ ...describeBot(shared), telegram: createClientSource(describeTelegram(shared)) }))
}

function describeBot(shared: Shared) {
  return { ...shared, features: describeFeatures(shared), readGroups: () => readGroups(shared.db) }
}

/** Where Telegram is, and the token that counts just now. */
export function describeTelegram({ db, secrets, telegram }: Shared) {
  return {
    apiRoot: telegram.apiRoot,
    readToken: () => readBotToken({ db, secrets, environmentToken: telegram.token }),
  }
}

/** What each feature adds to the bot: its commands, its buttons, and what it hears in plain messages. */
function describeFeatures(shared: Shared): BotPart[] {
  return [
    loginCommands(shared),
    capQuestions,
    capPlans({ ...shared, propose: (tx, job) => sendProposalIn(tx, shared.jobs, job) }),
    capAlerts(shared),
    pauseBot(shared),
    limitQuestions,
    buttonPages,
    scheduleBot(shared),
    suggestionBot(shared),
    syncCommands((tx, by) => sendSyncIn(tx, shared, by)),
    linkCommands(shared),
    allowCommands(shared),
  ]
}

async function readGroups(db: Database): Promise<Groups> {
  const { allowedGroupIds, summaryGroupId, affiliateSummaryGroupId } = await readSettings(db)
  return { allowed: allowedGroupIds, summary: [summaryGroupId, affiliateSummaryGroupId].filter((id) => id !== null) }
}
