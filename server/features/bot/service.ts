import type { Instant } from '#domain/kernel/instant.ts'
import type { Member } from '#domain/team/member.ts'
import { findSender } from '#server/features/team/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { BotPart } from '#platform/telegram/commands.ts'
import type { IncomingUpdate } from '#platform/telegram/updates.ts'
import { answerButton, answerMessage, type Asked, type BotIdentity, type Groups, type Trace } from './answer-service.ts'
import { moveChat } from './move-service.ts'
import { insertUpdate, upsertChat } from './store.ts'

export interface BotDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  /** The parts of the bot, by feature. */
  features: readonly BotPart[]
  readGroups(): Promise<Groups>
}

const NO_GROUPS: Groups = { allowed: [], summary: [] }

type KnownUpdate = Exclude<IncomingUpdate, { kind: 'other' }>

/** Handles an update once: its mark, its changes and its answers are one transaction. */
export async function handleUpdate(deps: BotDeps, bot: BotIdentity, update: IncomingUpdate): Promise<void> {
  const began = deps.clock.now()
  const chat = update.kind === 'other' ? null : update.chat
  const groups = chat && chat.type !== 'private' ? await deps.readGroups() : NO_GROUPS
  const trace = await deps.db.transaction().execute(async (tx): Promise<Trace> => {
    const isNew = await insertUpdate(tx, { botId: bot.id, updateId: update.updateId, receivedAt: began })
    if (!isNew) return { handling: 'repeated' }
    if (update.kind === 'other') return { handling: 'noted' }
    const member = update.senderId === null ? null : await findSender(tx, update.senderId)
    await keepChat(tx, deps, update, member, began)
    const asked = { tx, bot, member, groups, now: began }
    return { ...(await answer(deps, asked, update)), ...(member && { memberId: member._id }) }
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

/** Marks an update as handled without handling it, because every attempt fails and later updates wait. */
export async function putAside(deps: BotDeps, bot: BotIdentity, updateId: number): Promise<void> {
  await deps.db
    .transaction()
    .execute((tx) => insertUpdate(tx, { botId: bot.id, updateId, receivedAt: deps.clock.now() }))
  deps.log.error({ event: 'bot.update', updateId, handling: 'put aside' }, 'update put aside: it fails again and again')
}

function answer(deps: BotDeps, asked: Asked, update: KnownUpdate): Promise<Trace> | Trace {
  if (update.kind === 'message' || update.kind === 'edit') return answerMessage(deps, asked, update)
  return update.kind === 'button' ? answerButton(deps, asked, update) : { handling: 'noted' }
}

/** Private chats are kept only of members, so strangers cannot fill the table. */
async function keepChat(
  tx: Tx,
  deps: BotDeps,
  update: KnownUpdate,
  member: Member | null,
  now: Instant,
): Promise<void> {
  const { chat } = update
  if (!chat || (chat.type === 'private' && !member)) return
  const isMember = update.kind === 'membership' ? update.isMember : true
  const isNew = await upsertChat(tx, { ...chat, isMember, updatedAt: now })
  // Whoever is about to choose a group finds it at once.
  if (isNew && chat.type !== 'private') await announce(tx, { topic: 'settings', days: null })
  if (update.kind === 'message' && update.migratedTo !== null) {
    await moveChat(tx, deps, { from: chat.id, to: update.migratedTo })
  }
}
