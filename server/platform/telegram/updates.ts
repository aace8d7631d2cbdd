import { z } from 'zod'
import { instantFromMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'

/** The kinds of updates that the bot requests. */
export const UPDATE_KINDS = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const

export type ChatType = 'private' | 'group' | 'supergroup' | 'channel'

export interface Chat {
  id: string
  type: ChatType
  /** A group's title, a person's name. */
  title: string | null
}

/** A message that another message answers. */
export interface QuotedMessage {
  messageId: number
  text: string
  /** When it was first written, if it is forwarded. Null if Telegram does not say. */
  writtenAt: Instant | null
}

/** An update, with the fields that the bot reads. An unexpected shape becomes `other`, never a crash. */
export type IncomingUpdate = { updateId: number } & (
  | {
      /** `edit`: an existing message with a new text. */
      kind: 'message' | 'edit'
      chat: Chat
      senderId: string | null
      messageId: number
      /** It is in a topic of a forum other than “General”. */
      inTopic: boolean
      /** That topic. */
      topic: number | null
      /** For a photo, its caption. */
      text: string
      /** When it was first written, if it is forwarded. Null if Telegram does not say. */
      writtenAt: Instant | null
      /** When it was forwarded to here; null if it was written here. */
      passedOnAt: Instant | null
      replyTo: QuotedMessage | null
      /** The new id of this group. */
      migratedTo: string | null
    }
  | {
      kind: 'button'
      chat: Chat | null
      senderId: string
      messageId: number | null
      /** Whether the message with the button is in a topic. */
      inTopic: boolean
      callbackId: string
      data: string
    }
  | { kind: 'membership'; chat: Chat; senderId: string; isMember: boolean }
  | { kind: 'other' }
)

const id = z.int().transform(String)

const ChatObject = z
  .object({
    id,
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    title: z.string().optional(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
  })
  .transform(({ id: chatId, type, title, first_name: first, last_name: last }): Chat => {
    const name = [first, last].filter(Boolean).join(' ')
    return { id: chatId, type, title: title ?? (name || null) }
  })

const Sender = z.object({ id })

/** Seconds since 1970. For a message that is no longer shown, Telegram sends 0. */
const WrittenDate = z
  .int()
  .positive()
  .transform((seconds) => instantFromMilliseconds(seconds * SECOND))

const InTopic = z.boolean().catch(false)

const Written = {
  message_id: z.int().default(0),
  date: WrittenDate.nullable().catch(null),
  text: z.string().optional(),
  caption: z.string().optional(),
  forward_origin: z.object({ date: WrittenDate }).optional().catch(undefined),
}

const Message = z.object({
  ...Written,
  chat: ChatObject,
  from: Sender.optional(),
  is_topic_message: InTopic,
  message_thread_id: z.int().nullable().catch(null).default(null),
  reply_to_message: z
    .object({ ...Written, forum_topic_created: z.unknown().optional() })
    .optional()
    .catch(undefined),
  /** The part of the other message that it answers. */
  quote: z.object({ text: z.string() }).optional().catch(undefined),
  migrate_to_chat_id: id.optional(),
})

const Button = z.object({
  id: z.string(),
  from: Sender,
  message: z.object({ chat: ChatObject, message_id: z.int().optional(), is_topic_message: InTopic }).optional(),
  data: z.string().default(''),
})

const Membership = z.object({
  chat: ChatObject,
  from: Sender,
  new_chat_member: z.object({ status: z.string(), is_member: z.boolean().optional() }),
})

const Update = z.object({
  update_id: z.int(),
  message: Message.optional().catch(undefined),
  edited_message: Message.optional().catch(undefined),
  callback_query: Button.optional().catch(undefined),
  my_chat_member: Membership.optional().catch(undefined),
})

/** Null if it has no id, so it is not Telegram's. */
export function readUpdate(raw: unknown): IncomingUpdate | null {
  const parsed = Update.safeParse(raw)
  if (!parsed.success) return null
  const { update_id: updateId, message: written, edited_message: edited } = parsed.data
  const { callback_query: button, my_chat_member: change } = parsed.data
  const message = written ?? edited
  if (message) {
    const { chat, from, message_id: messageId, migrate_to_chat_id: migratedTo } = message
    return {
      updateId,
      kind: written ? 'message' : 'edit',
      chat,
      senderId: from?.id ?? null,
      messageId,
      inTopic: message.is_topic_message,
      topic: message.is_topic_message ? message.message_thread_id : null,
      text: textOf(message),
      writtenAt: writtenAtOf(message),
      passedOnAt: message.forward_origin ? message.date : null,
      replyTo: answeredBy(message),
      migratedTo: migratedTo ?? null,
    }
  }
  if (button) {
    const { id: callbackId, from, message: under, data } = button
    const place = {
      chat: under?.chat ?? null,
      messageId: under?.message_id ?? null,
      inTopic: under?.is_topic_message ?? false,
    }
    return { updateId, kind: 'button', ...place, senderId: from.id, callbackId, data }
  }
  if (change) {
    const { status, is_member: isMember } = change.new_chat_member
    const stays = status === 'restricted' ? isMember === true : status !== 'left' && status !== 'kicked'
    return { updateId, kind: 'membership', chat: change.chat, senderId: change.from.id, isMember: stays }
  }
  return { updateId, kind: 'other' }
}

/** In a topic of a forum, a message that answers nothing names the one that opened the topic. */
function answeredBy({ reply_to_message: replied, quote }: z.output<typeof Message>): QuotedMessage | null {
  if (!replied || replied.forum_topic_created) return null
  return { messageId: replied.message_id, text: quote?.text ?? textOf(replied), writtenAt: writtenAtOf(replied) }
}

function writtenAtOf({ date, forward_origin: origin }: Pick<z.output<typeof Message>, 'date' | 'forward_origin'>) {
  return origin?.date ?? date
}

function textOf({ text, caption }: { text?: string | undefined; caption?: string | undefined }): string {
  return text ?? caption ?? ''
}
