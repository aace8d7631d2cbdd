import { formatUnknownCommand } from '#domain/sentences/bot-replies.ts'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { enqueue, enqueueButtonAnswer, enqueueEdit, enqueueKeyboard } from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import {
  parseCommand,
  parsePress,
  type BotPart,
  type ButtonAnswer,
  type Command,
  type Reply,
  type WrittenCall,
  type WrittenCommand,
} from '#platform/telegram/commands.ts'
import type { Chat, IncomingUpdate } from '#platform/telegram/updates.ts'
import { isHeard, mayBeHeard, mayUse } from './policy.ts'

type MessageUpdate = Extract<IncomingUpdate, { kind: 'message' | 'edit' }>
type ButtonUpdate = Extract<IncomingUpdate, { kind: 'button' }>

/** Groups in which the bot talks. */
export interface Groups {
  /** Groups with commands. */
  allowed: readonly string[]
  /** Groups for summaries and alerts. Only the buttons of these messages work there. */
  summary: readonly string[]
}

/** Which bot got the update. */
export interface BotIdentity {
  id: string
  username: string
}

/** The handling of an update, for the log. */
type Handling = 'repeated' | 'noted' | 'silent' | 'answered' | 'done'

export interface Trace {
  handling: Handling
  memberId?: string
  /** The command, or the prefix of the button. */
  command?: string
}

/** The message that was written, or whose button was pressed. */
type AskedIn = Pick<MessageUpdate, 'chat' | 'messageId' | 'inTopic'>

/** The sender and the rules for the answer. */
export interface Asked {
  tx: Tx
  bot: BotIdentity
  member: Member | null
  groups: Groups
  now: Instant
}

interface AnswerDeps {
  clock: Clock
  features: readonly BotPart[]
}

/** The bot does not answer strangers, or messages in chats where it must not talk. */
export async function answerMessage(deps: AnswerDeps, asked: Asked, update: MessageUpdate): Promise<Trace> {
  const { member } = asked
  // A command was carried out when it was written, so its edit is only read.
  if (update.kind === 'edit') return listen(deps, asked, update, member)
  const written = parseCommand(update.text, asked.bot.username)
  const trace = written ? { command: written.name } : {}
  if (!member) return written ? { ...trace, handling: 'silent' } : listen(deps, asked, update, null)
  return {
    ...trace,
    ...(await (written ? obey(deps, asked, update, member, written) : listen(deps, asked, update, member))),
  }
}

async function obey(
  deps: AnswerDeps,
  asked: Asked,
  update: MessageUpdate,
  member: Member,
  written: WrittenCommand,
): Promise<Trace> {
  const { chat } = update
  const all = deps.features.flatMap(({ commands }) => commands ?? [])
  const commands = all.filter((command) => mayUse(command, member))
  const command = commands.find((one) => one.command === written.name) ?? null
  if (!isHeard(command, member, chat, asked.groups.allowed)) return { handling: 'silent' }
  const reply = command
    ? await command.run({ ...callOf(asked, update), member, argument: written.argument, commands })
    : explainUnknown(written, chat, commands)
  if (!reply) return { handling: command ? 'done' : 'silent' }
  await say(deps, asked, update, reply)
  return { handling: 'answered' }
}

/** What is no command is for the first who knows what to do with it. */
async function listen(deps: AnswerDeps, asked: Asked, update: MessageUpdate, member: Member | null): Promise<Trace> {
  if (update.text === '' || !mayBeHeard(member, update.chat, asked.groups.allowed)) return { handling: 'noted' }
  const isEdit = update.kind === 'edit'
  for (const hear of deps.features.flatMap((part) => (isEdit ? part.editListeners : part.listeners) ?? [])) {
    const reply = await hear({ ...callOf(asked, update), member, text: update.text })
    if (!reply) continue
    await say(deps, asked, update, reply)
    return { handling: 'answered' }
  }
  return { handling: 'noted' }
}

function callOf({ tx, now }: Asked, update: MessageUpdate): Omit<WrittenCall, 'member'> {
  const { chat, senderId, messageId, topic, passedOnAt, replyTo: replied } = update
  const writtenAt = writtenBy(now, update.writtenAt)
  const replyTo = replied && { ...replied, writtenAt: writtenBy(writtenAt, replied.writtenAt) }
  return {
    tx,
    now,
    writtenAt,
    passedOnAt: passedOnAt && writtenBy(now, passedOnAt),
    chat,
    senderId,
    messageId,
    topic,
    replyTo,
  }
}

/** Nothing was written after it came, whatever Telegram's clock says. */
function writtenBy(latest: Instant, writtenAt: Instant | null): Instant {
  return writtenAt === null || writtenAt > latest ? latest : writtenAt
}

/** A press is always answered, or the button would seem to wait; to a stranger the answer says nothing. */
export async function answerButton(deps: AnswerDeps, asked: Asked, update: ButtonUpdate): Promise<Trace> {
  const { tx, now, member, groups } = asked
  const { chat, messageId, inTopic } = update
  const { prefix, argument } = parsePress(update.data)
  const button = deps.features.flatMap(({ buttons }) => buttons ?? []).find((one) => one.prefix === prefix)
  const mayPress = member !== null && chat !== null && messageId !== null && isPressable(chat, groups)
  if (!button || !mayPress) {
    await endWaiting(deps, asked, update, '')
    return { command: prefix, handling: 'silent' }
  }
  const answer = await button.press({ tx, now, member, chat, messageId, argument })
  await endWaiting(deps, asked, update, answer.toast ?? '')
  await change(deps, asked, { chat, messageId, inTopic }, answer)
  return { command: prefix, handling: 'answered' }
}

/** A group that was struck off since its message with buttons was sent is silent too. */
function isPressable(chat: Chat, { allowed, summary }: Groups): boolean {
  return chat.type === 'private' || allowed.includes(chat.id) || summary.includes(chat.id)
}

async function change(
  deps: AnswerDeps,
  asked: Asked,
  at: AskedIn,
  { edit, keyboard, reply }: ButtonAnswer,
): Promise<void> {
  const place = { chatId: at.chat.id, messageId: at.messageId }
  if (edit) await enqueueEdit(asked.tx, deps.clock, { ...place, ...edit })
  else if (keyboard !== undefined) await enqueueKeyboard(asked.tx, deps.clock, { ...place, replyMarkup: keyboard })
  if (reply) await say(deps, asked, at, reply)
}

/** Telegram forgets a press after some minutes. */
const PRESS_LIFE = 2 * MINUTE

async function endWaiting(deps: AnswerDeps, { tx, now }: Asked, update: ButtonUpdate, toast: string): Promise<void> {
  await enqueueButtonAnswer(tx, deps.clock, {
    callbackId: update.callbackId,
    chatId: update.chat?.id ?? update.senderId,
    text: toast,
    expiresAt: addMilliseconds(now, PRESS_LIFE),
  })
}

/** An answer as a reply stays in the topic of its message; otherwise it would appear in “General”. */
async function say(
  deps: AnswerDeps,
  { tx }: Asked,
  { chat, messageId, inTopic }: AskedIn,
  reply: Reply,
): Promise<void> {
  const there = inTopic ? { replyTo: messageId } : {}
  await enqueue(tx, deps.clock, { kind: 'bot.reply', chatId: chat.id, ...there, ...reply })
}

/** In a group the command may be another bot's. */
function explainUnknown({ name }: WrittenCommand, chat: Chat, known: readonly Command[]): Reply | null {
  if (chat.type !== 'private') return null
  const names = known.map(({ command }) => command)
  return { text: formatUnknownCommand(name, names), parseMode: 'HTML' }
}
