import { isDeepStrictEqual } from 'node:util'
import { accept, badRequest } from '../answer.ts'
import { readKeyboard } from '../markup.ts'
import { replaceMessage } from '../messages.ts'
import { seconds } from '../state.ts'
import type { Message } from '../wire.ts'
import { findNamed, NOT_MODIFIED } from './change-message.ts'
import type { Method } from './method.ts'
import { finishFormatted, readFormatted, readLinkPreview } from './text.ts'

/** A keyboard that is not given again goes away, as with Telegram. */
export const editMessageText: Method = ({ state, params }) => {
  const read = readFormatted(state, params)
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const named = findNamed(state, params, 'edit')
  if (!named.ok) return named
  const stored = named.result
  if (stored.message.photo ?? stored.message.document) return badRequest('there is no text in the message to edit')
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
