import { isDeepStrictEqual } from 'node:util'
import { accept, badRequest, type Answer } from '../answer.ts'
import { findReachableChat } from '../chats.ts'
import { readKeyboard } from '../markup.ts'
import { findMessage, removeMessage, replaceMessage } from '../messages.ts'
import { readInteger, readText, type Params } from '../params.ts'
import { seconds, type State, type StoredMessage } from '../state.ts'
import type { Method } from './method.ts'

export const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content ' +
  'and reply markup of the message'

const DONE = { edit: 'edited', delete: 'deleted' } as const

/** The message that a call names, in a chat where the bot may write. */
export function findNamed(state: State, params: Params, what: 'edit' | 'delete'): Answer<StoredMessage> {
  const messageId = readInteger(params, 'message_id', 0)
  if (messageId <= 0) return badRequest('message identifier is not specified')
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const stored = findMessage(state, found.result.chat.id, messageId)
  if (!stored) return badRequest(`message to ${what} not found`)
  return stored.message.from.id === state.bot.id ? accept(stored) : badRequest(`message can't be ${DONE[what]}`)
}

/** A keyboard that is not given goes away. */
export const editMessageReplyMarkup: Method = ({ state, params }) => {
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const named = findNamed(state, params, 'edit')
  if (!named.ok) return named
  const { reply_markup: before, ...kept } = named.result.message
  if (isDeepStrictEqual(before, keyboard.result)) return badRequest(NOT_MODIFIED)
  const edited = { ...kept, ...(keyboard.result ? { reply_markup: keyboard.result } : {}), edit_date: seconds(state) }
  return accept(replaceMessage(state, named.result, edited))
}

export const deleteMessage: Method = ({ state, params }) => {
  const named = findNamed(state, params, 'delete')
  if (!named.ok) return named
  removeMessage(state, named.result)
  return accept(true)
}
