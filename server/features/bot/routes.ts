import { BotChat, type botCalls } from '#contract/bot.ts'
import { botTexts } from '#contract/texts/bot.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { listBotChats, tryMessage, tryToken, type TrialDeps, type TrialFailure } from './trial-service.ts'

const words = botTexts

export function botRoutes(deps: TrialDeps): Handlers<typeof botCalls> {
  return {
    async listChats() {
      const chats = await listBotChats(deps.db)
      return { status: 200, body: chats.flatMap((chat) => BotChat.safeParse(chat).data ?? []) }
    },
    async testMessage({ body }) {
      const result = await tryMessage(deps, { chatId: body.chatId, formatText: words.testMessage })
      return { status: 200, body: { ok: result.ok, message: result.ok ? words.testSent : explain(result.failure) } }
    },
    async testToken({ body }) {
      const result = await tryToken(deps, body.token || null)
      if (!result.ok) return { status: 200, body: { ok: false, message: explain(result.failure), username: null } }
      const { username } = result.value
      return { status: 200, body: { ok: true, message: words.tokenWorks(username), username } }
    },
  }
}

function explain({ reason, description }: TrialFailure): string {
  switch (reason) {
    case 'token-missing':
      return words.tokenMissing
    case 'token-wrong':
      return words.tokenWrong
    case 'unreachable':
      return words.telegramUnreachable(description)
    case 'waiting':
      return words.testWaits
    case 'unknown':
      return words.testUnknown
    case 'chat-not-found':
      return words.chatNotFound
    case 'kicked':
      return words.kicked
    case 'not-member':
      return words.notMember
    case 'blocked':
      return words.blocked
    case 'not-started':
      return words.notStarted
    case 'no-rights':
      return words.noRights
    case 'migrated':
      return words.migrated
    case 'too-fast':
      return words.tooFast
    case 'other':
      return words.refused(description)
  }
}
