import { accept, type Answer } from '../answer.ts'
import { botUser, findReachableChat } from '../chats.ts'
import { readKeyboard } from '../markup.ts'
import { storeMessage } from '../messages.ts'
import type { UploadedFile } from '../multipart.ts'
import { readFlag, readText } from '../params.ts'
import type { MethodCall } from './method.ts'
import { findReplied } from './send-message.ts'
import { finishCaption, readFormatted } from './text.ts'

type Media = Pick<Parameters<typeof storeMessage>[1], 'photo' | 'document'>

/** Sends what stands above a caption, once the chat and the message that it answers are found. */
export function sendMedia(call: MethodCall, readMedia: (call: MethodCall) => Answer<Media>): Answer {
  const { state, params } = call
  const read = readFormatted(state, params, 'caption')
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const replied = findReplied(state, params, found.result.chat.id)
  if (!replied.ok) return replied
  const media = readMedia(call)
  if (!media.ok) return media
  const finished = finishCaption(read.result)
  if (!finished.ok) return finished
  return accept(
    storeMessage(state, {
      chat: found.result.chat,
      from: botUser(state),
      formatted: finished.result,
      ...media.result,
      silent: readFlag(params, 'disable_notification'),
      ...(replied.result ? { replyTo: replied.result } : {}),
      ...(keyboard.result ? { keyboard: keyboard.result } : {}),
    }),
  )
}

export function isUpload(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)
}
