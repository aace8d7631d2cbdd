import { createHash } from 'node:crypto'
import type { Formatted } from './entities/entity.ts'
import { emit, seconds, type State, type StoredMessage } from './state.ts'
import type { UploadedFile } from './multipart.ts'
import type { Chat, InlineKeyboard, LinkPreviewOptions, Message, User } from './wire.ts'

/** Older messages of a chat are forgotten. */
const KEPT_PER_CHAT = 2_000

export interface MessageDraft {
  chat: Chat
  from: User
  formatted: Formatted
  replyTo?: Message
  /** That of the message that it answers, where none is named. */
  topic?: number | undefined
  keyboard?: InlineKeyboard
  linkPreview?: LinkPreviewOptions
  silent?: boolean
  isProtected?: boolean
  /** When it was first written, if it is forwarded. */
  writtenAt?: number | undefined
  /** The address of a picture; the text is its caption. */
  photo?: string
  /** A file; the text is its caption. */
  document?: UploadedFile
  migration?: Pick<Message, 'migrate_to_chat_id' | 'migrate_from_chat_id'>
}

export function storeMessage(state: State, draft: MessageDraft): Message {
  const { text, entities } = draft.formatted
  const topic = draft.topic ?? draft.replyTo?.message_thread_id
  const message: Message = {
    message_id: state.nextMessageId,
    from: draft.from,
    chat: draft.chat,
    date: seconds(state),
    text,
    ...(entities.length > 0 ? { entities } : {}),
    ...(draft.photo === undefined ? {} : photoOf(draft.photo, draft.formatted)),
    ...(draft.document ? documentOf(draft.document, draft.formatted) : {}),
    ...draft.migration,
    ...(topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true }),
    ...(draft.writtenAt === undefined ? {} : { forward_origin: { type: 'hidden_user', date: draft.writtenAt } }),
    ...(draft.replyTo ? { reply_to_message: withoutReply(draft.replyTo) } : {}),
    ...(draft.keyboard ? { reply_markup: draft.keyboard } : {}),
    ...(draft.linkPreview ? { link_preview_options: draft.linkPreview } : {}),
    ...(draft.isProtected ? { has_protected_content: true } : {}),
  }
  state.nextMessageId += 1
  const stored = { message, silent: draft.silent ?? false }
  const list = [...listMessages(state, draft.chat.id).slice(1 - KEPT_PER_CHAT), stored]
  state.messages.set(draft.chat.id, list)
  emit(state, { kind: 'message', chatId: draft.chat.id, stored })
  return message
}

export function replaceMessage(state: State, stored: StoredMessage, message: Message): Message {
  stored.message = message
  emit(state, { kind: 'edited', chatId: message.chat.id, stored })
  return message
}

export function removeMessage(state: State, stored: StoredMessage): void {
  const chatId = stored.message.chat.id
  state.messages.set(
    chatId,
    listMessages(state, chatId).filter((one) => one !== stored),
  )
  emit(state, { kind: 'removed', chatId, messageId: stored.message.message_id })
}

export function listMessages(state: State, chatId: number): readonly StoredMessage[] {
  return state.messages.get(chatId) ?? []
}

export function findMessage(state: State, chatId: number, messageId: number): StoredMessage | undefined {
  return listMessages(state, chatId).find(({ message }) => message.message_id === messageId)
}

function photoOf(url: string, caption: Formatted): Partial<Message> {
  const size = { file_id: `sandbox-${Buffer.from(url).toString('base64url').slice(0, 40)}`, width: 800, height: 600 }
  return { photo: [{ ...size, file_unique_id: size.file_id, url }], ...captionOf(caption) }
}

function documentOf({ filename, contentType, bytes }: UploadedFile, caption: Formatted): Partial<Message> {
  const id = `sandbox-${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`
  const named = { file_id: id, file_unique_id: id, file_name: filename, mime_type: contentType }
  const url = `data:${contentType};base64,${bytes.toString('base64')}`
  return { document: { ...named, file_size: bytes.length, url }, ...captionOf(caption) }
}

function captionOf({ text, entities }: Formatted): Partial<Message> {
  return {
    ...(text === '' ? {} : { caption: text }),
    ...(entities.length > 0 ? { caption_entities: entities } : {}),
  }
}

/** Telegram nests replies one deep. */
function withoutReply(message: Message): Message {
  const { reply_to_message: _, ...rest } = message
  return rest
}
