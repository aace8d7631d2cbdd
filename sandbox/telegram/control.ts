import * as acts from './acts.ts'
import type { Answer } from './answer.ts'
import type { Call, CallFilter, CallLog } from './calls.ts'
import { addGroup, addPerson, migrateGroup, setBotStatus, type GroupDraft, type PersonDraft } from './chats.ts'
import type { Fault, Faults } from './faults.ts'
import type { Limits } from './limits.ts'
import { listMessages } from './messages.ts'
import { emit, type CallbackAnswer, type KnownChat, type State } from './state.ts'
import { waitForAnswer, waitForCall, waitForMessage, type WaitOptions } from './waits.ts'
import type { BotCommand, BotStatus, CallbackQuery, Message, User } from './wire.ts'

export interface PlantedPerson extends PersonDraft {
  /** Whether they have pressed Start; the bot hears nothing of it. */
  started?: boolean
}

export interface World {
  people?: PlantedPerson[]
  groups?: GroupDraft[]
}

/** Wrong use in a test or script throws with Telegram's reason; over HTTP it is a 400. */
export interface Control {
  /** Adds what is not there yet; run again on a kept state it changes names only. */
  plant(world: World): void
  addPerson(person: PlantedPerson): User
  addGroup(group: GroupDraft): KnownChat
  setBlocked(personId: number, blocked: boolean): void
  setBotStatus(chatId: number, status: BotStatus): void
  /** The group becomes a supergroup with another id; the old one is refused from now on. */
  migrateGroup(chatId: number): number
  /** Whether messages that come too fast are refused, as Telegram does. */
  setLimits(on: boolean): void
  /** Another token, as after a revoke; calls with the old one are 401 from now on. */
  setToken(token: string): void
  say(chatId: number, fromId: number, text: string, options?: acts.SayOptions): Message
  /** Changes what a person wrote. */
  edit(chatId: number, fromId: number, messageId: number, text: string): Message
  /** As if the person had pressed Start some time ago: the bot may write to them and hears nothing of it now. */
  startChat(personId: number): void
  /** Presses Start now: the bot gets `/start`. */
  pressStart(personId: number): Message
  /** `button`: its callback data or its text. Take `waitForAnswer(query.id, …)` for what the bot answers. */
  press(chatId: number, fromId: number, messageId: number, button: string): CallbackQuery
  waitForMessage(
    chatId: number,
    predicate: (message: Message) => boolean,
    timeoutMs: number,
    options?: WaitOptions,
  ): Promise<Message>
  waitForAnswer(queryId: string, timeoutMs: number): Promise<CallbackAnswer>
  /** Resolves when the bot next calls the method, or has called it since the last clear. */
  waitForCall(method: string, timeoutMs: number): Promise<Call>
  messages(chatId: number): Message[]
  chats(): KnownChat[]
  people(): User[]
  commands(): BotCommand[]
  calls(filter?: CallFilter): readonly Call[]
  clearCalls(): void
  addFault(fault: Fault): void
  faults(): readonly Fault[]
  clearFaults(): void
}

export function createControl(
  state: State,
  { faults, calls, limits }: { faults: Faults; calls: CallLog; limits: Limits },
): Control {
  function startChat(personId: number): void {
    expectChat(state, personId).started = true
    emit(state, { kind: 'chats' })
  }

  function plantPerson({ started, ...draft }: PlantedPerson): User {
    const person = addPerson(state, draft)
    if (started) startChat(person.id)
    return person
  }

  return {
    plant(world) {
      for (const person of world.people ?? []) plantPerson(person)
      for (const group of world.groups ?? []) addGroup(state, group)
    },
    addPerson: plantPerson,
    addGroup: (group) => addGroup(state, group),
    setBlocked: (personId, blocked) => setBotStatus(state, expectChat(state, personId), blocked ? 'kicked' : 'member'),
    setBotStatus: (chatId, status) => setBotStatus(state, expectChat(state, chatId), status),
    migrateGroup: (chatId) => migrateGroup(state, expectChat(state, chatId)).chat.id,
    setLimits(on) {
      limits.on = on
    },
    setToken(token) {
      state.token = token
    },
    say: (chatId, fromId, text, options = {}) => expectDone(acts.say(state, { chatId, fromId, text, ...options })),
    edit: (chatId, fromId, messageId, text) => expectDone(acts.edit(state, { chatId, fromId, messageId, text })),
    startChat,
    pressStart: (personId) => expectDone(acts.pressStart(state, personId)),
    press(chatId, fromId, messageId, button) {
      const data = dataOfButton(state, chatId, messageId, button)
      return expectDone(acts.press(state, { chatId, fromId, messageId, data }))
    },
    waitForMessage: (...wait) => waitForMessage(state, ...wait),
    waitForAnswer: (queryId, timeoutMs) => waitForAnswer(state, queryId, timeoutMs),
    waitForCall: (method, timeoutMs) => waitForCall(calls, method, timeoutMs),
    messages: (chatId) => listMessages(state, chatId).map(({ message }) => message),
    chats: () => [...state.chats.values()],
    people: () => [...state.people.values()],
    commands: () => state.commands.get(DEFAULT_COMMANDS) ?? [],
    calls: (filter) => calls.list(filter),
    clearCalls: () => calls.clear(),
    addFault: (fault) => faults.add(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  }
}

const DEFAULT_COMMANDS = JSON.stringify([{ type: 'default' }, ''])

function expectDone<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.description)
  return answer.result
}

function expectChat(state: State, chatId: number): KnownChat {
  const known = state.chats.get(chatId)
  if (!known) throw new Error(`there is no chat ${chatId}`)
  return known
}

function dataOfButton(state: State, chatId: number, messageId: number, button: string): string {
  const stored = listMessages(state, chatId).find(({ message }) => message.message_id === messageId)
  const buttons = stored?.message.reply_markup?.inline_keyboard.flat() ?? []
  const byData = buttons.find((one) => one.callback_data === button)
  return (byData ?? buttons.find((one) => one.text === button))?.callback_data ?? button
}
