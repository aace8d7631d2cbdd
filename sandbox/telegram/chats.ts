import { accept, badRequest, forbidden, type Answer } from './answer.ts'
import { storeMessage } from './messages.ts'
import { emit, seconds, type KnownChat, type State } from './state.ts'
import type { BotStatus, Chat, ChatType, User } from './wire.ts'

export interface PersonDraft {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

export interface GroupDraft {
  /** Negative; chosen where it is not given. */
  id?: number
  title: string
  type?: Exclude<ChatType, 'private'>
  members?: number[]
}

/** A person who has Telegram. The bot cannot write to them before they press Start. Known ones get their new names. */
export function addPerson(state: State, draft: PersonDraft): User {
  const { username, ...names } = draft
  const handle = username?.replace(/^@/, '')
  const person = { language_code: 'en', ...names, ...(handle ? { username: handle } : {}), is_bot: false }
  state.people.set(person.id, person)
  const known = state.chats.get(person.id)
  const chat = privateChat(person)
  if (known) known.chat = chat
  else state.chats.set(person.id, { chat, started: false, bot: 'member', members: [person.id] })
  emit(state, { kind: 'chats' })
  return person
}

/** A group that has the bot in it. One that is known already gets its title and the new members. */
export function addGroup(state: State, draft: GroupDraft): KnownChat {
  const id = draft.id ?? freeGroupId(state)
  if (id >= 0) throw new Error(`a group's id is negative, not ${id}`)
  const chat: Chat = { id, title: draft.title, type: draft.type ?? 'supergroup' }
  const known = state.chats.get(id)
  const members = [...new Set([...(known?.members ?? []), ...(draft.members ?? [])])]
  if (known) {
    Object.assign(known, { chat, members })
    emit(state, { kind: 'chats' })
    return known
  }
  const added: KnownChat = { chat, started: true, bot: 'left', members }
  state.chats.set(id, added)
  setBotStatus(state, added, 'member')
  return added
}

export function setBotStatus(state: State, known: KnownChat, status: BotStatus): void {
  if (known.bot === status) return
  const bot = botUser(state)
  const member = state.people.get(known.members[0] ?? 0)
  const from: User = member ?? { id: 777_000, is_bot: false, first_name: 'Group owner' }
  state.updates.push({
    my_chat_member: {
      chat: known.chat,
      from,
      date: seconds(state),
      old_chat_member: { user: bot, status: known.bot },
      new_chat_member: { user: bot, status },
    },
  })
  known.bot = status
  emit(state, { kind: 'chats' })
}

/** A group becomes a supergroup: another chat with the same people, of which the bot is told in both. */
export function migrateGroup(state: State, known: KnownChat): KnownChat {
  const chat: Chat = { ...known.chat, id: freeGroupId(state), type: 'supergroup' }
  const next: KnownChat = { chat, started: true, bot: known.bot, members: known.members }
  state.chats.set(chat.id, next)
  const from = state.people.get(known.members[0] ?? 0) ?? botUser(state)
  const formatted = { text: '', entities: [] }
  const left = storeMessage(state, {
    chat: known.chat,
    from,
    formatted,
    migration: { migrate_to_chat_id: chat.id },
  })
  const entered = storeMessage(state, { chat, from, formatted, migration: { migrate_from_chat_id: known.chat.id } })
  known.migratedTo = chat.id
  state.updates.push({ message: left })
  state.updates.push({ message: entered })
  emit(state, { kind: 'chats' })
  return next
}

/** The bot as others see it in messages. */
export function botUser(state: State): User {
  const { id, is_bot, first_name, username } = state.bot
  return { id, is_bot, first_name, username }
}

/** The chat that a call names by id or by @username, as far as the bot knows it. */
export function findChat(state: State, chatId: string): Answer<KnownChat> {
  if (chatId === '') return badRequest('chat_id is empty')
  const known = chatId.startsWith('@')
    ? [...state.chats.values()].find(({ chat }) => chat.type !== 'private' && `@${chat.username}` === chatId)
    : state.chats.get(Number(chatId))
  return known ? accept(known) : badRequest('chat not found')
}

/** The chat that a call names, where the bot may write. */
export function findReachableChat(state: State, chatId: string): Answer<KnownChat> {
  const found = findChat(state, chatId)
  if (!found.ok) return found
  const { migratedTo } = found.result
  if (migratedTo !== undefined) {
    return {
      ...badRequest('group chat was upgraded to a supergroup chat'),
      parameters: { migrate_to_chat_id: migratedTo },
    }
  }
  const reason = whyUnreachable(found.result)
  return reason ? forbidden(reason) : found
}

function whyUnreachable({ chat, started, bot }: KnownChat): string | null {
  if (chat.type === 'private') {
    if (bot === 'kicked') return 'bot was blocked by the user'
    return started ? null : "bot can't initiate conversation with a user"
  }
  const kind = chat.type === 'group' ? 'group' : 'supergroup'
  if (bot === 'kicked') return `bot was kicked from the ${kind} chat`
  return bot === 'left' ? `bot is not a member of the ${kind} chat` : null
}

function privateChat(person: User): Chat {
  const { id, first_name, last_name, username } = person
  return { id, first_name, ...(last_name ? { last_name } : {}), ...(username ? { username } : {}), type: 'private' }
}

function freeGroupId(state: State): number {
  let id = -1_001_000_000_001
  while (state.chats.has(id)) id -= 1
  return id
}
