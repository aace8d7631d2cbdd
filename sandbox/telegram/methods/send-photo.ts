import { createHash } from 'node:crypto'
import { accept, badRequest, type Answer } from '../answer.ts'
import { botUser, findReachableChat } from '../chats.ts'
import { checkLink } from '../entities/links.ts'
import { readKeyboard } from '../markup.ts'
import { storeMessage } from '../messages.ts'
import { readFlag, readText } from '../params.ts'
import type { UploadedFile } from '../multipart.ts'
import type { Params } from '../params.ts'
import type { State } from '../state.ts'
import type { Method } from './method.ts'
import { findReplied } from './send-message.ts'
import { finishCaption, readFormatted } from './text.ts'

/**
 * Takes an address and never fetches it: every picture is there but those of a `.invalid` host. One that is uploaded is
 * known by its digest from then on, also to who names the id that it got.
 */
export const sendPhoto: Method = ({ state, params }) => {
  const read = readFormatted(state, params, 'caption')
  if (!read.ok) return read
  const keyboard = readKeyboard(params)
  if (!keyboard.ok) return keyboard
  const found = findReachableChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const replied = findReplied(state, params, found.result.chat.id)
  if (!replied.ok) return replied
  const picture = findPicture(state, params)
  if (!picture.ok) return picture
  const photo = picture.result
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

const LARGEST_PHOTO = 10 * 1024 * 1024
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** The address of the picture, or what stands for one. */
function findPicture(state: State, params: Params): Answer<string> {
  const named = readText(params, 'photo')
  const file = params.get(/^attach:\/\/(.+)$/.exec(named)?.[1] ?? '')
  if (isUpload(file)) {
    const isPicture = [JPEG, PNG].some((head) => file.bytes.subarray(0, head.length).equals(head))
    if (!isPicture || file.bytes.length > LARGEST_PHOTO) return badRequest('IMAGE_PROCESS_FAILED')
    return accept(`upload:${createHash('sha256').update(file.bytes).digest('hex').slice(0, 24)}`)
  }
  const known = [...state.messages.values()]
    .flat()
    .flatMap(({ message }) => message.photo ?? [])
    .find(({ file_id: id }) => id === named)
  if (known) return accept(known.url)
  if (!/^https?:/i.test(named) || checkLink(named) === null) {
    return badRequest('wrong file identifier/HTTP URL specified')
  }
  if (/^https?:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(named)) return badRequest('failed to get HTTP URL content')
  return accept(named)
}

export function isUpload(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)
}
