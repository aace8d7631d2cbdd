import { accept, badRequest } from '../answer.ts'
import { botUser, findReachableChat } from '../chats.ts'
import { readKeyboard } from '../markup.ts'
import { storeMessage } from '../messages.ts'
import { readFlag, readText } from '../params.ts'
import type { Method } from './method.ts'
import { findReplied } from './send-message.ts'
import { isUpload } from './send-photo.ts'
import { finishCaption, readFormatted } from './text.ts'

const LARGEST_DOCUMENT = 50 * 1024 * 1024

/** Takes a file that is uploaded, and keeps it for whoever looks into the chat. */
export const sendDocument: Method = ({ state, params }) => {
  const read = readFormatted(state, params, 'caption')
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const replied = findReplied(state, params, found.result.chat.id)
  if (!replied.ok) return replied
  const document = params.get(/^attach:\/\/(.+)$/.exec(readText(params, 'document'))?.[1] ?? 'document')
  if (!isUpload(document)) return badRequest('there is no document in the request')
  if (document.bytes.length === 0) return badRequest('file must be non-empty')
  if (document.bytes.length > LARGEST_DOCUMENT) return badRequest('file is too big')
  const finished = finishCaption(read.result)
  if (!finished.ok) return finished
  return accept(
    storeMessage(state, {
      chat: found.result.chat,
      from: botUser(state),
      formatted: finished.result,
      document,
      silent: readFlag(params, 'disable_notification'),
      ...(replied.result ? { replyTo: replied.result } : {}),
      ...(keyboard.result ? { keyboard: keyboard.result } : {}),
    }),
  )
}
