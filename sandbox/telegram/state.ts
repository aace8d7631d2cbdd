import type { BotCommand, BotStatus, CallbackQuery, Chat, Message, Update, User } from './wire.ts'
import { createUpdateQueue, type UpdateQueue } from './updates.ts'
import { createCourier, type WebhookCourier } from './webhooks.ts'

/** A chat and what the bot may do in it. */
export interface KnownChat {
  chat: Chat
  /** Private chats: whether the person has pressed Start. */
  started: boolean
  /** `kicked` in a private chat: the person blocked the bot. */
  bot: BotStatus
  /** Who can write in it, by id. */
  members: number[]
  /** The supergroup that this group became. */
  migratedTo?: number
}

export interface StoredMessage {
  message: Message
  silent: boolean
}

export interface CallbackAnswer {
  queryId: string
  text: string
  alert: boolean
  url: string
}

export type Happening =
  | { kind: 'message' | 'edited'; chatId: number; stored: StoredMessage }
  | { kind: 'answer'; chatId: number; answer: CallbackAnswer }
  | { kind: 'removed'; chatId: number; messageId: number }
  | { kind: 'chats' }

/** Everything that survives a restart, as it stands in the state file. */
export interface Snapshot {
  nextMessageId: number
  nextQueryId: number
  people: User[]
  chats: KnownChat[]
  messages: { chatId: number; stored: StoredMessage[] }[]
  updates: { nextId: number; waiting: Update[]; allowed: string[] | null }
  commands: [string, BotCommand[]][]
}

export interface State {
  token: string
  readonly bot: User & { can_read_all_group_messages: boolean }
  readonly now: () => number
  readonly people: Map<number, User>
  readonly chats: Map<number, KnownChat>
  readonly messages: Map<number, StoredMessage[]>
  readonly queries: Map<string, CallbackQuery>
  readonly commands: Map<string, BotCommand[]>
  readonly updates: UpdateQueue
  readonly webhook: WebhookCourier
  nextMessageId: number
  nextQueryId: number
  readonly listeners: Set<(happening: Happening) => void>
}

const START_OF_COUNT = 1_735_689_600_000 // 2025-01-01: quarter seconds since then fit 32 bits until 2042

/** Where numbering begins: high enough that ids keep growing over restarts that lost their state. */
function firstId(now: number): number {
  return Math.max(1, Math.floor((now - START_OF_COUNT) / 250))
}

export function createState(token: string, now: () => number, saved: Snapshot | null): State {
  const first = firstId(now())
  const updates = createUpdateQueue(saved?.updates ?? { nextId: first, waiting: [], allowed: null })
  const webhook = createCourier({ next: updates.first, acknowledge: updates.acknowledge })
  updates.onPush(() => webhook.ring())
  return {
    token,
    bot: {
      id: Number.parseInt(token, 10),
      is_bot: true,
      first_name: 'Capline',
      username: 'capline_sandbox_bot',
      can_read_all_group_messages: true,
    },
    now,
    people: new Map(saved?.people.map((person) => [person.id, person])),
    chats: new Map(saved?.chats.map((known) => [known.chat.id, known])),
    messages: new Map(saved?.messages.map(({ chatId, stored }) => [chatId, stored])),
    queries: new Map(),
    commands: new Map(saved?.commands),
    updates,
    webhook,
    nextMessageId: Math.max(first, saved?.nextMessageId ?? 0),
    nextQueryId: Math.max(first, saved?.nextQueryId ?? 0),
    listeners: new Set(),
  }
}

export function takeSnapshot(state: State): Snapshot {
  return {
    nextMessageId: state.nextMessageId,
    nextQueryId: state.nextQueryId,
    people: [...state.people.values()],
    chats: [...state.chats.values()],
    messages: [...state.messages].map(([chatId, stored]) => ({ chatId, stored })),
    updates: state.updates.snapshot(),
    commands: [...state.commands],
  }
}

export function emit(state: State, happening: Happening): void {
  for (const listener of state.listeners) listener(happening)
}

/** Telegram counts seconds. */
export function seconds(state: State): number {
  return Math.floor(state.now() / 1000)
}
