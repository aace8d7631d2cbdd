import { z } from 'zod'

/** The kinds of updates that the bot asks Telegram for. */
export const UPDATE_KINDS = ['message', 'callback_query', 'my_chat_member'] as const

export type ChatType = 'private' | 'group' | 'supergroup' | 'channel'

export interface Chat {
  id: string
  type: ChatType
  /** A group's title, a person's name. */
  title: string | null
}

/** An update as far as the bot reads it. What has another shape than expected is `other`: it is never worth a crash. */
export type IncomingUpdate = { updateId: number } & (
  | { kind: 'message'; chat: Chat; senderId: string | null; text: string }
  | { kind: 'button'; chat: Chat | null; senderId: string; callbackId: string; data: string }
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

const Message = z.object({ chat: ChatObject, from: Sender.optional(), text: z.string().default('') })

const Button = z.object({
  id: z.string(),
  from: Sender,
  message: z.object({ chat: ChatObject }).optional(),
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
  callback_query: Button.optional().catch(undefined),
  my_chat_member: Membership.optional().catch(undefined),
})

/** Throws where it has no id: such an answer is not Telegram's. */
export function readUpdate(raw: unknown): IncomingUpdate {
  const { update_id: updateId, message, callback_query: button, my_chat_member: change } = Update.parse(raw)
  if (message) {
    return { updateId, kind: 'message', chat: message.chat, senderId: message.from?.id ?? null, text: message.text }
  }
  if (button) {
    const { id: callbackId, from, data } = button
    return { updateId, kind: 'button', chat: button.message?.chat ?? null, senderId: from.id, callbackId, data }
  }
  if (change) {
    const { status, is_member: isMember } = change.new_chat_member
    const stays = status === 'restricted' ? isMember === true : status !== 'left' && status !== 'kicked'
    return { updateId, kind: 'membership', chat: change.chat, senderId: change.from.id, isMember: stays }
  }
  return { updateId, kind: 'other' }
}
