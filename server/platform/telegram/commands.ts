import type { Instant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import type { Tx } from '../db/database.ts'
import type { InlineKeyboard, ParseMode } from './message.ts'
import type { Chat, QuotedMessage } from './updates.ts'

/**
 * A feature's part of the bot, from its `bot.ts`. `server/bot.ts` passes the parts of all features to `startPoller`.
 * One part answers each update, in the transaction that marks it as handled:
 * - `/word …` goes to the command with that word
 * - a pressed button goes to the part whose prefix stands before the `:` of its data
 * - any other text goes to the first listener that answers
 *
 * The sender must be a member and allowed in that chat; otherwise no part is asked. An answer goes through the outbox,
 * so the change and the answer are one transaction.
 */
export interface BotPart {
  commands?: readonly Command[]
  buttons?: readonly ButtonPart[]
  listeners?: readonly Listener[]
  /** Hear edited messages, also edited commands. */
  editListeners?: readonly Listener[]
}

/** A command that people can write. */
export interface Command {
  /** Without the slash, in Telegram's form: lower case letters, digits, underscores. */
  command: string
  description: string
  /** Whom the bot answers; it ignores others. */
  access: 'member' | 'admin'
  /** Commands work in private chats and in allowed groups. Admins may use this one in any chat. */
  adminsAnywhere?: boolean
  /** Runs in the transaction that marks the update as handled. Null means no answer. */
  run(call: CommandCall): Promise<Reply | null>
}

/** The author, chat and time of a message. */
export interface WrittenCall {
  tx: Tx
  now: Instant
  /** Long before now if the bot could not be reached, was not running, or the message is forwarded. */
  writtenAt: Instant
  /** When it was forwarded to here; null if it was written here. */
  passedOnAt: Instant | null
  member: Member
  chat: Chat
  /** The author's Telegram id; null if Telegram names nobody. */
  senderId: string | null
  messageId: number
  /** The topic of a forum in which it stands; null outside of topics. */
  topic: number | null
  /** The message that it answers. */
  replyTo: (QuotedMessage & { writtenAt: Instant }) | null
}

export interface CommandCall extends WrittenCall {
  /** The text after the command, trimmed. */
  argument: string
  /** All commands that this member may use. */
  commands: readonly Command[]
}

/** A text without a command, also from other people of a group, who have no rights. */
export type HeardCall = Omit<WrittenCall, 'member'> & { text: string; member: Member | null }

/**
 * Hears texts without a command: of members in private chats, of everybody in allowed groups. Null means that it was
 * not meant for this listener.
 */
export type Listener = (call: HeardCall) => Promise<Reply | null>

/** Handles buttons whose `callback_data` is `prefix:argument`, at most 64 bytes in total. */
export interface ButtonPart {
  prefix: string
  press(call: ButtonCall): Promise<ButtonAnswer>
}

export interface ButtonCall {
  tx: Tx
  now: Instant
  member: Member
  chat: Chat
  /** The message with the button. */
  messageId: number
  /** The text after the prefix. */
  argument: string
}

/** The answer to a press. Every press gets one, to end the waiting state. */
export interface ButtonAnswer {
  /** Shown briefly over the chat, at most 200 characters. */
  toast?: string
  /** Replaces the message; its buttons disappear if none are given. */
  edit?: Reply
  /** Replaces only the buttons; null removes them. */
  keyboard?: InlineKeyboard | null
  /** An additional message. */
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

/**
 * Parses a command; null if it is not one. `/caps@capline_bot DE` names its bot in groups, which may be another bot.
 */
export function parseCommand(text: string, botUsername: string): WrittenCommand | null {
  const [, name, bot, argument = ''] = WRITTEN.exec(text.trim()) ?? []
  if (!name) return null
  if (bot && bot.toLowerCase() !== botUsername.toLowerCase()) return null
  return { name: name.toLowerCase(), argument: argument.trim() }
}

/** `caps:save` is a press of `save` for the part `caps`. */
export function parsePress(data: string): { prefix: string; argument: string } {
  const at = data.indexOf(':')
  return at < 0 ? { prefix: data, argument: '' } : { prefix: data.slice(0, at), argument: data.slice(at + 1) }
}
