import { z } from 'zod'
import { accept, badRequest, type Answer } from '../answer.ts'
import { botUser, findReachableChat } from '../chats.ts'
import { readKeyboard } from '../markup.ts'
import { findMessage, storeMessage } from '../messages.ts'
import { readFlag, readInteger, readObject, readText, type Params } from '../params.ts'
import type { State } from '../state.ts'
import type { Message } from '../wire.ts'
import type { Method } from './method.ts'
import { finishFormatted, readFormatted, readLinkPreview } from './text.ts'

export const sendMessage: Method = ({ state, params }) => {
  const read = readFormatted(state, params)
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const replied = findReplied(state, params, found.result.chat.id)
  if (!replied.ok) return replied
  const finished = finishFormatted(read.result, 'message is too long')
  if (!finished.ok) return finished
  const linkPreview = readLinkPreview(params)
  const message = storeMessage(state, {
    chat: found.result.chat,
    from: botUser(state),
    formatted: finished.result,
    silent: readFlag(params, 'disable_notification'),
    isProtected: readFlag(params, 'protect_content'),
    ...(replied.result ? { replyTo: replied.result } : {}),
    ...(keyboard.result ? { keyboard: keyboard.result } : {}),
    ...(linkPreview ? { linkPreview } : {}),
  })
  return accept(message)
}

const replySchema = z.object({
  message_id: z.int(),
  allow_sending_without_reply: z.boolean().optional(),
})

/** The message that this one answers; undefined where it answers none. */
export function findReplied(state: State, params: Params, chatId: number): Answer<Message | undefined> {
  const old = readInteger(params, 'reply_to_message_id', 0)
  const parsed = replySchema.safeParse(readObject(params, 'reply_parameters'))
  const wanted = parsed.success ? parsed.data : { message_id: old }
  if (wanted.message_id === 0) return accept(undefined)
  const message = findMessage(state, chatId, wanted.message_id)?.message
  const mayMiss = wanted.allow_sending_without_reply ?? readFlag(params, 'allow_sending_without_reply')
  return message || mayMiss ? accept(message) : badRequest('message to be replied not found')
}
