import { findNextDue, MOST_FILES, type AnalyticsFile, type FileDraft } from '#domain/analytics/file.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { isActingAdmin, signatureOf, type Member } from '#domain/team/member.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf } from '#server/features/history/service.ts'
import { readMessageStates } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { readTeam } from '#server/features/team/edit-service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import {
  countFiles,
  deleteFile,
  insertFile,
  listChats,
  listFiles,
  lockFile,
  lockFiles,
  updateChat,
  updateFile,
  updateOwner,
  type FileRow,
} from './file-store.ts'
import { startSending } from './sending-service.ts'
import { fileOf, KEPT } from './stored-service.ts'

export interface FileDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'send'>
}

type NotFound = { reason: 'file.not-found' }
type ChatRefusal = { reason: 'file.chat-unknown' }
export type AddRefusal = ChatRefusal | { reason: 'file.too-many' }
export type ChangeRefusal = ChatRefusal | NotFound | { reason: 'file.stale'; current: AnalyticsFile }

/** A scheduled file, its next time and its last result. */
export interface FileState {
  file: AnalyticsFile
  isMine: boolean
  isOrphaned: boolean
  chatTitle: string | null
  nextAt: Instant | null
  last: { at: Instant; state: 'sending' | 'sent' | 'failed'; problem: string | null } | null
}

export async function readFiles(
  { db }: Pick<FileDeps, 'db'>,
  reader: Member,
): Promise<{ timezone: string; files: FileState[] }> {
  const [rows, { timezone }, team] = [await listFiles(db), await readSettings(db), await readTeam(db)]
  const admins = new Set(team.filter(isActingAdmin).map(({ _id }) => _id))
  const chats = await listChats(
    db,
    rows.map(({ chatId }) => chatId),
  )
  const arrived = await readArrived(db, rows)
  const files = rows.map((row) => ({
    file: fileOf(row),
    isMine: row.ownerId === reader._id,
    isOrphaned: !admins.has(row.ownerId),
    chatTitle: chats.get(row.chatId)?.title ?? null,
    nextAt: row.isPaused ? null : row.nextAt,
    last: lastOf(row, arrived),
  }))
  return { timezone, files }
}

/** Of the sent messages, those that have arrived since the last check. */
async function readArrived(db: Database, rows: readonly FileRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ lastState, messageId }) => (lastState === 'sending' && messageId ? [messageId] : []))
  const states = await readMessageStates(db, ids)
  return new Set(states.flatMap(({ id, state }) => (state === 'sent' ? [id] : [])))
}

function lastOf({ lastAt, lastState, messageId, problem }: FileRow, arrived: ReadonlySet<string>): FileState['last'] {
  if (lastAt === null) return null
  const isThere = lastState === 'sent' || (messageId !== null && arrived.has(messageId))
  return { at: lastAt, state: isThere ? 'sent' : lastState === 'failed' ? 'failed' : 'sending', problem }
}

export async function addFile(
  deps: FileDeps,
  actor: Member,
  draft: FileDraft,
): Promise<Result<AnalyticsFile, AddRefusal>> {
  return transact(deps.db, async (tx) => {
    if (!(await mayWriteTo(tx, draft.chatId, actor))) return refuse({ reason: 'file.chat-unknown' })
    await lockFiles(tx)
    if ((await countFiles(tx)) >= MOST_FILES) return refuse({ reason: 'file.too-many' })
    const file = { ...draft, _id: newId(), version: 1, isPaused: false, owner: signatureOf(actor) }
    await insertFile(tx, file, { ownerId: actor._id, now: deps.clock.now(), ...(await findDue(tx, deps, draft)) })
    await record(tx, deps, actor, { action: 'analytics-file.added', before: null, after: file })
    return accept(file)
  })
}

/** Refuses a `version` that is not the current one; null is not checked. */
export async function changeFile(
  deps: FileDeps,
  actor: Member,
  id: string,
  { version, ...edit }: FileDraft & { version: number | null; isPaused: boolean },
): Promise<Result<AnalyticsFile, ChangeRefusal>> {
  return transact(deps.db, async (tx) => {
    const row = await lockFile(tx, id)
    if (!row) return refuse({ reason: 'file.not-found' })
    const before = fileOf(row)
    if (version !== null && version !== before.version) return refuse({ reason: 'file.stale', current: before })
    const isMoved = edit.chatId !== before.chatId
    if (isMoved && !(await mayWriteTo(tx, edit.chatId, actor))) return refuse({ reason: 'file.chat-unknown' })
    const after = { ...before, ...edit, version: before.version + 1 }
    await updateFile(tx, after, await findDue(tx, deps, edit))
    await record(tx, deps, actor, { action: 'analytics-file.changed', before, after })
    return accept(after)
  })
}

export async function removeFile(deps: FileDeps, actor: Member, id: string): Promise<Result<null, NotFound>> {
  return transact(deps.db, async (tx) => {
    const row = await lockFile(tx, id)
    if (!row) return refuse({ reason: 'file.not-found' })
    await deleteFile(tx, id)
    await record(tx, deps, actor, { action: 'analytics-file.removed', before: fileOf(row), after: null })
    return accept(null)
  })
}

/** Makes the caller the owner: from now on the file is made with their rights. */
export async function takeOverFile(
  deps: FileDeps,
  actor: Member,
  id: string,
): Promise<Result<AnalyticsFile, NotFound>> {
  return transact(deps.db, async (tx) => {
    const row = await lockFile(tx, id)
    if (!row) return refuse({ reason: 'file.not-found' })
    const before = fileOf(row)
    const after = { ...before, owner: signatureOf(actor), version: before.version + 1 }
    await updateOwner(tx, id, { id: actor._id, name: after.owner, version: after.version })
    await record(tx, deps, actor, { action: 'analytics-file.taken-over', before, after })
    return accept(after)
  })
}

/** Sends the file now, as at its own time. */
export async function sendFileNow(
  deps: FileDeps,
  id: string,
): Promise<Result<null, NotFound | { reason: 'file.busy' }>> {
  return transact(deps.db, async (tx) => {
    const row = await lockFile(tx, id)
    if (!row) return refuse({ reason: 'file.not-found' })
    if (row.lastState === 'making' || row.lastState === 'sending') return refuse({ reason: 'file.busy' })
    const now = deps.clock.now()
    const day = zoneOf((await readSettings(tx)).timezone).dayOf(now)
    await startSending(tx, deps.jobs, row, { key: `${id}:now:${newId()}`, day, now })
    return accept(null)
  })
}

/** Moves the files of a group that got another chat ID. */
export async function moveFilesOfChat(tx: Tx, chat: { from: string; to: string }): Promise<void> {
  await updateChat(tx, chat)
}

/** Newest first. */
export async function readFileHistory(db: Database): Promise<ChangeOf<AnalyticsFile>[]> {
  return readHistory(db, KEPT)
}

/** True for a group that the bot is in, and for the caller's own chat with the bot. */
async function mayWriteTo(tx: Tx, chatId: string, { telegramId }: Member): Promise<boolean> {
  if (chatId === telegramId) return true
  const chat = (await listChats(tx, [chatId])).get(chatId)
  return chat !== undefined && chat.isMember && chat.type !== 'private'
}

async function findDue(tx: Tx, { clock }: FileDeps, draft: FileDraft) {
  const { timezone: zone } = await readSettings(tx)
  return { due: findNextDue(draft, zoneOf(zone), clock.now()), zone }
}

async function record(
  tx: Tx,
  { clock }: Pick<FileDeps, 'clock'>,
  actor: Member,
  { action, before, after }: { action: string; before: AnalyticsFile | null; after: AnalyticsFile | null },
): Promise<void> {
  const subjectId = (after ?? before)?._id ?? ''
  const change = { action, subject: KEPT.subject, subjectId, days: [], before, after }
  await recordBatch(tx, clock, { actor: actorOf(actor), changes: [change] })
  await announce(tx, { topic: 'analyticsFiles', days: null })
}
