import type { BotChat } from '#contract/bot.ts'
import { isPrivateChat } from '#domain/analytics/file.ts'

interface Chats {
  /** Those that the bot is in. */
  chats: readonly BotChat[]
  /** The chat that is chosen, empty before one is, and the one that stood in the form at first. */
  chosen: string
  standing: string
  /** The private chat of the person at the screen; null: the file belongs to somebody else. */
  own: string | null
}

/** The chats that a file can go to. What is chosen is among them, also a group that the bot has left. */
export function listChatOptions({ chats, chosen, standing, own }: Chats): { value: string; label: string }[] {
  const groups = chats
    .filter(({ type }) => type !== 'private')
    .map(({ chatId, title }) => ({ value: chatId, label: title ?? chatId }))
  const ofOwner = isPrivateChat(standing) ? [{ value: standing, label: 'Its owner, in their chat with the bot' }] : []
  const personal = own === null ? ofOwner : [{ value: own, label: 'You, in your chat with the bot' }]
  const known = [...personal, ...groups]
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
  return isKnown ? known : [...known, { value: chosen, label: chosen }]
}
