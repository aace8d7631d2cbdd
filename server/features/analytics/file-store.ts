import { sql } from 'kysely'
import type { AnalyticsFile, FileDraft, FileDue } from '#domain/analytics/file.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { lockName } from '#platform/db/locks.ts'

export interface FileRow {
  id: string
  version: number
  ownerId: string
  owner: string
  /** JSON. */
  wish: unknown
  format: string
  chatId: string
  weekdays: number[]
  minutes: number
  isPaused: boolean
  nextDay: Day
  nextAt: Instant
  /** The zone of `due`. */
  zone: string
  lastKey: string | null
  lastAt: Instant | null
  lastState: string | null
  messageId: string | null
  problem: string | null
  failingSince: Instant | null
}

const COLUMNS = [
  'id',
  'version',
  'owner_id as ownerId',
  'owner_name as owner',
  'wish',
  'format',
  'chat_id as chatId',
  'weekdays',
  'minutes',
  'is_paused as isPaused',
  'next_day as nextDay',
  'next_at as nextAt',
  'zone',
  'last_key as lastKey',
  'last_at as lastAt',
  'last_state as lastState',
  'message_id as messageId',
  'problem',
  'failing_since as failingSince',
] as const

/** Held until the transaction ends, so that two adds at once cannot pass the limit. */
export async function lockFiles(tx: Tx): Promise<void> {
  await lockName(tx, 'analytics-files')
}

export async function countFiles(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('analytics_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** In order of creation. */
export async function listFiles(db: Database): Promise<FileRow[]> {
  return db.selectFrom('analytics_files').select(COLUMNS).orderBy('created_at').orderBy('id').execute()
}

export async function findFile(db: Database, id: string): Promise<FileRow | null> {
  const row = await db.selectFrom('analytics_files').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Held until the transaction ends. */
export async function lockFile(tx: Tx, id: string): Promise<FileRow | null> {
  const row = await tx.selectFrom('analytics_files').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** The row of a file that is due; null if it is no longer due, or another node holds it. */
export async function lockDueFile(tx: Tx, id: string, now: Instant): Promise<FileRow | null> {
  const row = await tx
    .selectFrom('analytics_files')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('is_paused', '=', false)
    .where('next_at', '<=', timestamp(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** Earliest first. */
export async function listDueFiles(db: Database, now: Instant): Promise<{ id: string }[]> {
  return db
    .selectFrom('analytics_files')
    .select('id')
    .where('is_paused', '=', false)
    .where('next_at', '<=', timestamp(now))
    .orderBy('next_at')
    .orderBy('id')
    .execute()
}

/** Files whose message is being sent. */
export async function listSendingFiles(db: Database): Promise<{ id: string; messageId: string }[]> {
  const rows = await db
    .selectFrom('analytics_files')
    .select(['id', 'message_id as messageId'])
    .where('last_state', '=', 'sending')
    .execute()
  return rows.flatMap(({ id, messageId }) => (messageId === null ? [] : [{ id, messageId }]))
}

/** Files that are ahead, and whose `due` was computed in another zone. */
export async function listFilesOfOtherZones(db: Database, zone: string, now: Instant): Promise<FileRow[]> {
  return db
    .selectFrom('analytics_files')
    .select(COLUMNS)
    .where('zone', '<>', zone)
    .where('next_at', '>', timestamp(now))
    .execute()
}

/** Does nothing if another node has moved it already. */
export async function moveFile(db: Database, row: FileRow, moved: { at: Instant; zone: string }): Promise<void> {
  await db
    .updateTable('analytics_files')
    .set({ next_at: formatInstant(moved.at), zone: moved.zone })
    .where('id', '=', row.id)
    .where('zone', '=', row.zone)
    .where('next_day', '=', row.nextDay)
    .execute()
}

export async function insertFile(
  tx: Tx,
  file: AnalyticsFile,
  { ownerId, due, zone, now }: { ownerId: string; due: FileDue; zone: string; now: Instant },
): Promise<void> {
  await tx
    .insertInto('analytics_files')
    .values({
      id: file._id,
      owner_id: ownerId,
      owner_name: file.owner,
      ...draftColumns(file),
      ...dueColumns(due),
      zone,
      created_at: formatInstant(now),
    })
    .execute()
}

/** Clears the failure too: the change may have fixed it. */
export async function updateFile(tx: Tx, file: AnalyticsFile, { due, zone }: { due: FileDue; zone: string }) {
  await tx
    .updateTable('analytics_files')
    .set({
      ...draftColumns(file),
      ...dueColumns(due),
      zone,
      is_paused: file.isPaused,
      version: file.version,
      failing_since: null,
    })
    .where('id', '=', file._id)
    .execute()
}

export async function updateOwner(
  tx: Tx,
  { _id: id, version, owner, chatId }: AnalyticsFile,
  ownerId: string,
): Promise<void> {
  await tx
    .updateTable('analytics_files')
    .set({ owner_id: ownerId, owner_name: owner, chat_id: chatId, version, failing_since: null })
    .where('id', '=', id)
    .execute()
}

export async function updateDue(tx: Tx, id: string, due: FileDue): Promise<void> {
  await tx.updateTable('analytics_files').set(dueColumns(due)).where('id', '=', id).execute()
}

export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('analytics_files').where('id', '=', id).execute()
}

/** The result of one sending. */
export interface Outcome {
  lastKey?: string
  lastAt?: Instant
  lastState: 'making' | 'sending' | 'sent' | 'failed'
  messageId?: string | null
  problem: string | null
  /** Unchanged if undefined. */
  failingSince?: Instant | null
}

export async function updateOutcome(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  const { lastKey, lastAt, lastState, messageId, problem, failingSince } = outcome
  await tx
    .updateTable('analytics_files')
    .set({
      last_state: lastState,
      problem,
      ...(lastKey !== undefined && { last_key: lastKey }),
      ...(lastAt !== undefined && { last_at: formatInstant(lastAt) }),
      ...(messageId !== undefined && { message_id: messageId }),
      ...(failingSince !== undefined && { failing_since: formatOptionalInstant(failingSince) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Moves the files of a group that got another chat ID. */
export async function updateChat(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('analytics_files').set({ chat_id: to }).where('chat_id', '=', from).execute()
}

/** What the bot knows of the chats, by ID. */
export async function listChats(db: Database, chatIds: readonly string[]) {
  const rows = await db
    .selectFrom('bot_chats')
    .select(['chat_id as chatId', 'title', 'type', 'is_member as isMember'])
    .where('chat_id', '=', sql<string>`any(${chatIds}::text[])`)
    .execute()
  return new Map(rows.map(({ chatId, ...chat }) => [chatId, chat]))
}

function draftColumns({ table, preset, geo, advertiserId, sourceNumber, countBy, sorting, ...draft }: FileDraft) {
  return {
    wish: JSON.stringify({ table, preset, geo, advertiserId, sourceNumber, countBy, sorting }),
    format: draft.format,
    chat_id: draft.chatId,
    weekdays: [...draft.weekdays],
    minutes: draft.minutes,
  }
}

function dueColumns({ day, at }: FileDue) {
  return { next_day: day, next_at: formatInstant(at) }
}
