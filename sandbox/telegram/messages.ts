import type { Formatted } from './entities/entity.ts'
import { emit, seconds, type State, type StoredMessage } from './state.ts'
import type { Chat, InlineKeyboard, LinkPreviewOptions, Message, User } from './wire.ts'

/** Older messages of a chat are forgotten. */
const KEPT_PER_CHAT = 2_000

export type MessageDraft = {
  chat: Chat
  from: User
  formatted: Formatted
  replyTo?: Message
  keyboard?: InlineKeyboard
  linkPreview?: LinkPreviewOptions
  silent?: boolean
  isProtected?: boolean
}

export function storeMessage(state: State, draft: MessageDraft): Message {
  const { text, entities } = draft.formatted
  const message: Message = {
    message_id: state.nextMessageId,
    from: draft.from,
    chat: draft.chat,
    date: seconds(state),
    text,
    ...(entities.length > 0 ? { entities } : {}),
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

export function listMessages(state: State, chatId: number): readonly StoredMessage[] {
  return state.messages.get(chatId) ?? []
}

export function findMessage(state: State, chatId: number, messageId: number): StoredMessage | undefined {
  return listMessages(state, chatId).find(({ message }) => message.message_id === messageId)
}

/** Telegram nests replies one deep. */
function withoutReply(message: Message): Message {
  const { reply_to_message: _, ...rest } = message
  return rest
}
