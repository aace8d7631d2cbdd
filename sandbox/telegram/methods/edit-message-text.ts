import { isDeepStrictEqual } from 'node:util'
import { accept, badRequest } from '../answer.ts'
import { findReachableChat } from '../chats.ts'
import { readKeyboard } from '../markup.ts'
import { findMessage, replaceMessage } from '../messages.ts'
import { readInteger, readText } from '../params.ts'
import { seconds } from '../state.ts'
import type { Message } from '../wire.ts'
import type { Method } from './method.ts'
import { finishFormatted, readFormatted, readLinkPreview } from './text.ts'

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content ' +
  'and reply markup of the message'

/** A keyboard that is not given again goes away, as with Telegram. */
export const editMessageText: Method = ({ state, params }) => {
  const read = readFormatted(state, params)
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const messageId = readInteger(params, 'message_id', 0)
  if (messageId <= 0) return badRequest('message identifier is not specified')
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const stored = findMessage(state, found.result.chat.id, messageId)
  if (!stored) return badRequest('message to edit not found')
  if (stored.message.from.id !== state.bot.id) return badRequest("message can't be edited")
  const finished = finishFormatted(read.result, 'MESSAGE_TOO_LONG')
  if (!finished.ok) return finished
  const { text, entities } = finished.result
  const linkPreview = readLinkPreview(params)
  const { entities: _, reply_markup: __, link_preview_options: ___, ...kept } = stored.message
  const edited: Message = {
    ...kept,
    text,
    ...(entities.length > 0 ? { entities } : {}),
    ...(keyboard.result ? { reply_markup: keyboard.result } : {}),
    ...(linkPreview ? { link_preview_options: linkPreview } : {}),
  }
  if (isDeepStrictEqual(edited, stored.message)) return badRequest(NOT_MODIFIED)
  return accept(replaceMessage(state, stored, { ...edited, edit_date: seconds(state) }))
}
