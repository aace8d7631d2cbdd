import { accept, badRequest, type Answer } from './answer.ts'
import { setBotStatus } from './chats.ts'
import { readPlain } from './entities/format.ts'
import { findMessage, replaceMessage, storeMessage } from './messages.ts'
import { MAX_TEXT } from './methods/text.ts'
import { seconds, type KnownChat, type State } from './state.ts'
import type { CallbackQuery, Message, User } from './wire.ts'

/** What people do in their own Telegram, as opposed to what the bot calls. */

export interface SayOptions {
  replyTo?: number
  topic?: number
  /** It is forwarded, and was first written then (seconds since 1970). */
  writtenAt?: number
}

/** Writing to the bot in private opens the chat, and unblocks the bot. */
export function say(state: State, act: { chatId: number; fromId: number; text: string } & SayOptions): Answer<Message> {
  const place = findPlace(state, act.chatId, act.fromId)
  if (!place.ok) return place
  const formatted = readPlain(act.text)
  if (formatted.text === '') return badRequest('message text is empty')
  if (formatted.text.length > MAX_TEXT) return badRequest('message is too long')
  const { known, person } = place.result
  const replyTo = act.replyTo === undefined ? undefined : findMessage(state, act.chatId, act.replyTo)?.message
  if (act.replyTo !== undefined && !replyTo) return badRequest('message to be replied not found')
  openChat(state, known)
  const { topic, writtenAt } = act
  const draft = { chat: known.chat, from: person, formatted, topic, writtenAt, ...(replyTo ? { replyTo } : {}) }
  const message = storeMessage(state, draft)
  if (known.bot === 'member' || known.bot === 'administrator') state.updates.push({ message })
  return accept(message)
}

/** Changes what one wrote. */
export function edit(
  state: State,
  act: { chatId: number; fromId: number; messageId: number; text: string },
): Answer<Message> {
  const place = findPlace(state, act.chatId, act.fromId)
  if (!place.ok) return place
  const stored = findMessage(state, act.chatId, act.messageId)
  if (!stored || stored.message.from.id !== act.fromId) return badRequest("message can't be edited")
  const { text, entities } = readPlain(act.text)
  if (text === '' || text.length > MAX_TEXT) return badRequest('message text is empty or too long')
  const { entities: _, ...kept } = stored.message
  const message = replaceMessage(state, stored, {
    ...kept,
    text,
    ...(entities.length > 0 ? { entities } : {}),
    edit_date: seconds(state),
  })
  const { bot } = place.result.known
  if (bot === 'member' || bot === 'administrator') state.updates.push({ edited_message: message })
  return accept(message)
}

export function pressStart(state: State, personId: number): Answer<Message> {
  return say(state, { chatId: personId, fromId: personId, text: '/start' })
}

/** Presses an inline button that carries callback data. The answer comes later, as a happening. */
export function press(
  state: State,
  act: { chatId: number; fromId: number; messageId: number; data: string },
): Answer<CallbackQuery> {
  const place = findPlace(state, act.chatId, act.fromId)
  if (!place.ok) return place
  const message = findMessage(state, act.chatId, act.messageId)?.message
  if (!message) return badRequest('message not found')
  const buttons = message.reply_markup?.inline_keyboard.flat() ?? []
  if (!buttons.some((button) => button.callback_data === act.data)) return badRequest('the message has no such button')
  const query: CallbackQuery = {
    id: state.nextQueryId.toString(),
    from: place.result.person,
    message,
    chat_instance: act.chatId.toString(),
    data: act.data,
  }
  state.nextQueryId += 1
  state.queries.set(query.id, query)
  state.updates.push({ callback_query: query })
  return accept(query)
}

function openChat(state: State, known: KnownChat): void {
  if (known.chat.type !== 'private') return
  known.started = true
  setBotStatus(state, known, 'member')
}

function findPlace(state: State, chatId: number, personId: number): Answer<{ known: KnownChat; person: User }> {
  const known = state.chats.get(chatId)
  const person = state.people.get(personId)
  if (!known) return badRequest('chat not found')
  if (!person || !known.members.includes(personId)) return badRequest('the person is not in this chat')
  return accept({ known, person })
}
