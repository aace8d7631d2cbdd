import { accept, badRequest } from '../answer.ts'
import { botUser, findReachableChat } from '../chats.ts'
import { checkLink } from '../entities/links.ts'
import { readKeyboard } from '../markup.ts'
import { storeMessage } from '../messages.ts'
import { readFlag, readText } from '../params.ts'
import type { Method } from './method.ts'
import { findReplied } from './send-message.ts'
import { finishCaption, readFormatted } from './text.ts'

/** Takes an address and never fetches it: every picture is there but those of a `.invalid` host. */
export const sendPhoto: Method = ({ state, params }) => {
  const read = readFormatted(state, params, 'caption')
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const replied = findReplied(state, params, found.result.chat.id)
  if (!replied.ok) return replied
  const photo = readText(params, 'photo')
  if (!/^https?:/i.test(photo) || checkLink(photo) === null) {
    return badRequest('wrong file identifier/HTTP URL specified')
  }
  if (/^https?:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(photo)) return badRequest('failed to get HTTP URL content')
  const finished = finishCaption(read.result)
  if (!finished.ok) return finished
  return accept(
    storeMessage(state, {
      chat: found.result.chat,
      from: botUser(state),
      formatted: finished.result,
      photo,
      silent: readFlag(params, 'disable_notification'),
      ...(replied.result ? { replyTo: replied.result } : {}),
      ...(keyboard.result ? { keyboard: keyboard.result } : {}),
    }),
  )
}
