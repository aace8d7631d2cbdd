import { vi } from 'vitest'
import type { Role } from '#domain/team/member.ts'
import { newId } from '#platform/db/ids.ts'
import type { BotPart } from '#platform/telegram/commands.ts'
import { startTestBot, type TestBot } from './bot.ts'
import { PATIENCE } from './patience.ts'

/** A bot with features, people who talk to it in the stand-in, and what it answers there. */
export interface Talk {
  bot: TestBot
  addMember(person: { id: number }, role: Role): Promise<void>
  addPartner(kind: 'advertiser' | 'publisher', key: string, name: string, groupId?: number): Promise<void>
  /** Says something and gives the bot's answer; null where it is silent. */
  ask(chat: { id: number }, person: { id: number }, text: string, replyTo?: number): Promise<Answer | null>
  /** Presses a button under the bot's last message; what was shown for a moment. */
  press(chat: { id: number }, person: { id: number }, button: string): Promise<string>
  /** The bot's last message in a chat, as it stands now. */
  lastOf(chat: { id: number }): Answer | null
}

export interface Answer {
  id: number
  text: string
  /** The texts of its buttons. */
  buttons: string[]
}

export async function startTalk(featuresOf: (bot: TestBot) => readonly BotPart[]): Promise<Talk> {
  const bot = await startTestBot()
  bot.letTimeFly()
  bot.startPoller({ features: featuresOf(bot) })
  bot.startSender()
  const { db } = bot.database

  const lastOf = (chat: { id: number }): Answer | null => {
    const last = bot.telegram.messages(chat.id).findLast(({ from }) => from?.is_bot)
    if (!last) return null
    const buttons = (last.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text)
    return { id: last.message_id, text: last.text ?? '', buttons }
  }

  return {
    bot,
    lastOf,
    async addMember(person, role) {
      const id = newId()
      await db
        .insertInto('members')
        .values({ id, telegram_id: String(person.id), role, handle: `m${person.id}`, login_enabled: true })
        .execute()
    },
    async addPartner(kind, key, name, groupId) {
      const id = newId()
      const group_id = String(groupId)
      if (kind === 'advertiser') {
        await db.insertInto('advertisers').values({ id, advertiser_id: key, name }).execute()
        if (groupId) await db.insertInto('advertiser_groups').values({ advertiser: id, group_id }).execute()
        return
      }
      await db.insertInto('publishers').values({ id, source_number: key, name }).execute()
      if (groupId) await db.insertInto('publisher_groups').values({ publisher: id, group_id }).execute()
    },
    async ask(chat, person, text, replyTo) {
      bot.events.clear()
      const before = lastOf(chat)?.id ?? 0
      bot.telegram.say(chat.id, person.id, text, replyTo === undefined ? {} : { replyTo })
      const { handling } = await bot.events.waitFor({ event: 'bot.update', kind: 'message' })
      if (handling !== 'answered') return null
      return vi.waitFor(
        () => {
          const answer = lastOf(chat)
          if (!answer || answer.id <= before) throw new Error('no answer yet')
          return answer
        },
        { timeout: PATIENCE, interval: 10 },
      )
    },
    async press(chat, person, button) {
      const under = lastOf(chat)
      const query = bot.telegram.press(chat.id, person.id, under?.id ?? 0, button)
      const { text } = await bot.telegram.waitForAnswer(query.id, PATIENCE)
      return text ?? ''
    },
  }
}
