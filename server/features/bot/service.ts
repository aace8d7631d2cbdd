import { formatUnknownCommand } from '#domain/messages/bot-replies.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { findSender } from '#server/features/team/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { parseCommand, type Command, type Reply, type WrittenCommand } from '#platform/telegram/commands.ts'
import type { Chat, IncomingUpdate } from '#platform/telegram/updates.ts'
import { isHeard, mayUse } from './policy.ts'
import { insertUpdate, upsertChat } from './store.ts'

export interface BotDeps {
  db: Database
  clock: Clock
  log: Log
  commands: readonly Command[]
  readAllowedGroupIds(): Promise<readonly string[]>
}

/** Which bot got the update. */
export interface BotIdentity {
  id: string
  username: string
}

/** What was done about an update, for the log. */
type Handling = 'repeated' | 'noted' | 'silent' | 'answered' | 'done'

interface Trace {
  handling: Handling
  memberId?: string
  command?: string
}

type MessageUpdate = Extract<IncomingUpdate, { kind: 'message' }>

/** Handles an update once: that it was, what it changed and what it answers are one transaction. */
export async function handleUpdate(deps: BotDeps, bot: BotIdentity, update: IncomingUpdate): Promise<void> {
  const began = deps.clock.now()
  const chat = update.kind === 'other' ? null : update.chat
  const allowedGroupIds = chat && chat.type !== 'private' ? await deps.readAllowedGroupIds() : []
  const trace = await deps.db.transaction().execute(async (tx): Promise<Trace> => {
    const isNew = await insertUpdate(tx, { botId: bot.id, updateId: update.updateId, receivedAt: began })
    if (!isNew) return { handling: 'repeated' }
    if (update.kind === 'other') return { handling: 'noted' }
    const member = update.senderId === null ? null : await findSender(tx, update.senderId)
    await keepChat(tx, update, member, began)
    if (update.kind !== 'message') return { handling: 'noted', memberId: member?._id }
    return { ...(await answer(deps, tx, { bot, update, member, allowedGroupIds, now: began })), memberId: member?._id }
  })
  deps.log.info(
    {
      event: 'bot.update',
      updateId: update.updateId,
      kind: update.kind,
      chatId: chat?.id,
      chatType: chat?.type,
      tookMs: deps.clock.now() - began,
      ...trace,
    },
    `update ${trace.handling}`,
  )
}

/** Marks an update as handled without handling it, because every try fails and those behind it wait. */
export async function putAside(deps: BotDeps, bot: BotIdentity, updateId: number): Promise<void> {
  await deps.db
    .transaction()
    .execute((tx) => insertUpdate(tx, { botId: bot.id, updateId, receivedAt: deps.clock.now() }))
  deps.log.error({ event: 'bot.update', updateId, handling: 'put aside' }, 'update put aside: it fails again and again')
}

/** Of private chats only members' are kept, so that strangers fill no table. */
async function keepChat(
  tx: Tx,
  update: Exclude<IncomingUpdate, { kind: 'other' }>,
  member: Member | null,
  now: Instant,
): Promise<void> {
  const { chat } = update
  if (!chat || (chat.type === 'private' && !member)) return
  const isMember = update.kind === 'membership' ? update.isMember : true
  await upsertChat(tx, { ...chat, isMember, updatedAt: now })
}

interface Asked {
  bot: BotIdentity
  update: MessageUpdate
  member: Member | null
  allowedGroupIds: readonly string[]
  now: Instant
}

/** Who is no member, and what is asked in a chat where the bot is not to talk, gets silence. */
async function answer(deps: BotDeps, tx: Tx, { bot, update, member, allowedGroupIds, now }: Asked): Promise<Trace> {
  const { chat } = update
  const written = parseCommand(update.text, bot.username)
  if (!written) return { handling: 'noted' }
  const trace = { command: written.name }
  if (!member) return { ...trace, handling: 'silent' }
  const commands = deps.commands.filter((command) => mayUse(command, member))
  const command = commands.find((one) => one.command === written.name) ?? null
  if (!isHeard(command, member, chat, allowedGroupIds)) return { ...trace, handling: 'silent' }
  const reply = command
    ? await command.run({ tx, now, member, chat, argument: written.argument, commands })
    : explainUnknown(written, chat)
  if (!reply) return { ...trace, handling: command ? 'done' : 'silent' }
  await enqueue(tx, deps.clock, { kind: 'bot.reply', chatId: chat.id, ...reply })
  return { ...trace, handling: 'answered' }
}

/** In a group the command may be another bot's. */
function explainUnknown(written: WrittenCommand, chat: Chat): Reply | null {
  return chat.type === 'private' ? { text: formatUnknownCommand(written.name), parseMode: 'HTML' } : null
}
