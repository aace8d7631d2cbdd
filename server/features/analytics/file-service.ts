import { isDeepStrictEqual } from 'node:util'
import { findNextDue, isPrivateChat, MOST_FILES, type AnalyticsFile, type FileDraft } from '#domain/analytics/file.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { FILE_PROBLEMS } from '#domain/sentences/analytics-files.ts'
import { isActingAdmin, signatureOf, type Member } from '#domain/team/member.ts'
import { actorOf, readHistory, recordBatch, type ChangeOf } from '#server/features/history/service.ts'
import { readMessageStates, withdraw } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { readTeam } from '#server/features/team/edit-service.ts'
import { readMember } from '#server/features/team/service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import {
  countFiles,
  deleteFile,
  insertFile,
  listChats,
  listFiles,
  lockFile,
  lockFiles,
  updateFile,
  updateOutcome,
  updateOwner,
  type FileRow,
} from './file-store.ts'
import { startSending } from './sending-service.ts'
import { fileOf, KEPT } from './stored-service.ts'

export { updateChat as moveFilesOfChat } from './file-store.ts'

export interface FileDeps {
  db: Database
  clock: Clock
  log: Log
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

/** One that cannot be read is left out, and logged. */
export async function readFiles(
  { db, log }: Pick<FileDeps, 'db' | 'log'>,
  reader: Member,
): Promise<{ timezone: string; files: FileState[] }> {
  const [rows, { timezone }, team] = [await listFiles(db), await readSettings(db), await readTeam(db)]
  const admins = new Set(team.filter(isActingAdmin).map(({ _id }) => _id))
  const chats = await listChats(
    db,
    rows.map(({ chatId }) => chatId),
  )
  const arrived = await readArrived(db, rows)
  const stateOf = (row: FileRow): FileState => ({
    file: fileOf(row),
    isMine: row.ownerId === reader._id,
    isOrphaned: !admins.has(row.ownerId),
    chatTitle: chats.get(row.chatId)?.title ?? null,
    nextAt: row.isPaused ? null : row.nextAt,
    last: lastOf(row, arrived),
  })
  const files = rows.flatMap((row) => {
    try {
      return [stateOf(row)]
    } catch (error) {
      log.error({ err: error, file: row.id }, 'a scheduled file cannot be read')
      return []
    }
  })
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

/** Refuses a `version` that is not the current one; null is not checked. What stands already may be saved again. */
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
    if (isDeepStrictEqual({ ...before, ...edit }, before)) return accept(before)
    if (version !== null && version !== before.version) return refuse({ reason: 'file.stale', current: before })
    const isMoved = edit.chatId !== before.chatId
    const owner = await readMember(tx, row.ownerId)
    if (isMoved && !(await mayWriteTo(tx, edit.chatId, owner))) return refuse({ reason: 'file.chat-unknown' })
    const after = { ...before, ...edit, version: before.version + 1 }
    if (edit.isPaused && !before.isPaused) await takeBack(tx, deps, row)
    else if (isMoved || !hasSameTable(before, after)) await takeBackMessage(tx, deps, row)
    await updateFile(tx, after, await findDue(tx, deps, edit))
    await record(tx, deps, actor, { action: 'analytics-file.changed', before, after })
    return accept(after)
  })
}

export async function removeFile(deps: FileDeps, actor: Member, id: string): Promise<Result<null, NotFound>> {
  return transact(deps.db, async (tx) => {
    const row = await lockFile(tx, id)
    if (!row) return refuse({ reason: 'file.not-found' })
    await takeBackMessage(tx, deps, row)
    await deleteFile(tx, id)
    await record(tx, deps, actor, { action: 'analytics-file.removed', before: fileOf(row), after: null })
    return accept(null)
  })
}

/** Makes the caller the owner: the file is made with their rights, and goes to their own chat where it went to one. */
export async function takeOverFile(
  deps: FileDeps,
  actor: Member,
  id: string,
): Promise<Result<AnalyticsFile, NotFound>> {
  return transact(deps.db, async (tx) => {
    const row = await lockFile(tx, id)
    if (!row) return refuse({ reason: 'file.not-found' })
    const before = fileOf(row)
    const chatId = isPrivateChat(before.chatId) ? actor.telegramId : before.chatId
    const after = { ...before, chatId, owner: signatureOf(actor), version: before.version + 1 }
    if (chatId !== before.chatId) await takeBackMessage(tx, deps, row)
    await updateOwner(tx, after, actor._id)
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
    await startSending(tx, deps.jobs, row, { day, dueAt: now, now })
    return accept(null)
  })
}

/** Newest first. */
export async function readFileHistory(db: Database): Promise<ChangeOf<AnalyticsFile>[]> {
  return readHistory(db, KEPT)
}

/** True for a group that the bot is in, and for the owner's own chat with the bot. */
async function mayWriteTo(tx: Tx, chatId: string, owner: Pick<Member, 'telegramId'> | null): Promise<boolean> {
  if (isPrivateChat(chatId)) return chatId === owner?.telegramId
  return (await listChats(tx, [chatId])).get(chatId)?.isMember ?? false
}

/** True if both are the same bytes under the same caption, whenever and wherever they are sent. */
function hasSameTable(before: AnalyticsFile, after: AnalyticsFile): boolean {
  const tableOf = ({ table, preset, geo, advertiserId, sourceNumber, countBy, sorting, format }: AnalyticsFile) =>
    JSON.stringify([
      table,
      preset,
      geo,
      advertiserId,
      sourceNumber,
      countBy,
      sorting.column,
      sorting.descending,
      format,
    ])
  return tableOf(before) === tableOf(after)
}

/** Stops a file on its way: one that is being made, or whose message waits. */
async function takeBack(tx: Tx, deps: Pick<FileDeps, 'clock'>, row: FileRow): Promise<void> {
  if (row.lastState === 'making') await storeTakenBack(tx, row)
  else await takeBackMessage(tx, deps, row)
}

/** Stops a message that waits. A file that is still being made is made anew by its job. */
async function takeBackMessage(tx: Tx, { clock }: Pick<FileDeps, 'clock'>, row: FileRow): Promise<void> {
  const { lastState, messageId } = row
  if (lastState !== 'sending' || messageId === null) return
  if (await withdraw(tx, clock, messageId)) await storeTakenBack(tx, row)
}

async function storeTakenBack(tx: Tx, { id }: FileRow): Promise<void> {
  await updateOutcome(tx, id, { lastState: 'failed', problem: FILE_PROBLEMS['file.taken-back'] })
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
