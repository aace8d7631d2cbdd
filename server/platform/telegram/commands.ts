import type { Instant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import type { Tx } from '../db/database.ts'
import type { InlineKeyboard, ParseMode } from './client.ts'
import type { Chat } from './updates.ts'

/** What a feature's `bot.ts` gives to the bot: one command that people can write. */
export interface Command {
  /** Without the slash, as Telegram allows it: lower case letters, digits, underscores. */
  command: string
  description: string
  /** Whom the bot answers; it is silent to others. */
  access: 'member' | 'admin'
  /** Commands work in private chats and in allowed groups; admins may use this one in any chat. */
  adminsAnywhere?: boolean
  /** Runs in the transaction that marks the update as handled. Null: no answer. */
  run(call: CommandCall): Promise<Reply | null>
}

export interface CommandCall {
  tx: Tx
  now: Instant
  member: Member
  chat: Chat
  /** What stands behind the command, trimmed. */
  argument: string
  /** All commands that this member may use. */
  commands: readonly Command[]
}

export interface Reply {
  text: string
  parseMode?: ParseMode
  replyMarkup?: InlineKeyboard
}

export interface WrittenCommand {
  name: string
  argument: string
}

const WRITTEN = /^\/([a-z0-9_]{1,32})(?:@([a-z0-9_]+))?(?:\s+([\s\S]*))?$/i

/** The command that a message is, or null: `/caps@capline_bot DE` names its bot in groups, and may mean another. */
export function parseCommand(text: string, botUsername: string): WrittenCommand | null {
  const [, name, bot, argument = ''] = WRITTEN.exec(text.trim()) ?? []
  if (!name) return null
  if (bot && bot.toLowerCase() !== botUsername.toLowerCase()) return null
  return { name: name.toLowerCase(), argument: argument.trim() }
}
