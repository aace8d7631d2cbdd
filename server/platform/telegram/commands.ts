import type { Instant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import type { Tx } from '../db/database.ts'
import type { InlineKeyboard, ParseMode } from './message.ts'
import type { Chat, QuotedMessage } from './updates.ts'

/**
 * What a feature's `bot.ts` gives to the bot. `server/bot.ts` hands the parts of all features to `startPoller`; every
 * update is then answered by one of them, in the transaction that marks it as handled:
 * - `/word …` by the command of that word
 * - a pressed button by the part whose prefix stands before the `:` of its data
 * - anything else that people write by the first listener that answers
 *
 * Who asks is a member and is heard in that chat, or no part is asked. What a part answers goes through the outbox; what
 * it changes and what it says are one transaction.
 */
export interface BotPart {
  commands?: readonly Command[]
  buttons?: readonly ButtonPart[]
  listeners?: readonly Listener[]
  /** Hear what a message says after it was edited, a command too. */
  editListeners?: readonly Listener[]
}

/** One command that people can write. */
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

/** Who wrote what, and where. */
export interface WrittenCall {
  tx: Tx
  now: Instant
  /** Long before now where the bot could not be reached, or was not running. */
  writtenAt: Instant
  member: Member
  chat: Chat
  /** Their Telegram id; null where Telegram names nobody. */
  senderId: string | null
  messageId: number
  /** The message that this one answers. */
  replyTo: (QuotedMessage & { writtenAt: Instant }) | null
}

export interface CommandCall extends WrittenCall {
  /** What stands behind the command, trimmed. */
  argument: string
  /** All commands that this member may use. */
  commands: readonly Command[]
}

/** What was written and is no command; of a group's other people too, who have no rights. */
export type HeardCall = Omit<WrittenCall, 'member'> & { text: string; member: Member | null }

/** Hears what is no command: of members in private chats, of everybody in allowed groups. Null: it was not meant for this one. */
export type Listener = (call: HeardCall) => Promise<Reply | null>

/** Takes the presses of buttons whose `callback_data` is `prefix:argument`, at most 64 bytes in all. */
export interface ButtonPart {
  prefix: string
  press(call: ButtonCall): Promise<ButtonAnswer>
}

export interface ButtonCall {
  tx: Tx
  now: Instant
  member: Member
  chat: Chat
  /** The message under which the button stands. */
  messageId: number
  /** What stands behind the prefix. */
  argument: string
}

/** Every press is answered, if only to end the waiting. */
export interface ButtonAnswer {
  /** Shown for a moment over the chat, at most 200 characters. */
  toast?: string
  /** Takes the place of the message; its buttons go where none are given. */
  edit?: Reply
  /** Takes the place of the buttons alone; null takes them away. */
  keyboard?: InlineKeyboard | null
  /** A message more. */
  reply?: Reply
}

export interface Reply {
  text: string
  parseMode?: ParseMode
  replyMarkup?: InlineKeyboard
  /** The message of this chat that it answers. */
  replyTo?: number
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

/** `caps:save` is the press of `save` for the part `caps`. */
export function parsePress(data: string): { prefix: string; argument: string } {
  const at = data.indexOf(':')
  return at < 0 ? { prefix: data, argument: '' } : { prefix: data.slice(0, at), argument: data.slice(at + 1) }
}
