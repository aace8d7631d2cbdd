import { z } from 'zod'
import { findNextDue, isPrivateChat, moveDue, type AnalyticsFile } from '#domain/analytics/file.ts'
import { periodOfPreset } from '#domain/analytics/period.ts'
import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import { labelOfZone, zoneOf } from '#domain/kernel/zone.ts'
import { MOST_LATE } from '#domain/schedules/decide.ts'
import { captionFile, FILE_PROBLEMS, sayFileRefused, tellFileFails } from '#domain/sentences/analytics-files.ts'
import { isActingAdmin } from '#domain/team/member.ts'
import { enqueue, enqueueDocument, readMessageStates } from '#server/features/outbox/service.ts'
import { readAdvertiserFinder } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { holdMember, readMember } from '#server/features/team/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { StoredDay, StoredInstant } from '#platform/json.ts'
import type { Log } from '#platform/log.ts'
import {
  findFile,
  listChats,
  listDueFiles,
  listFiles,
  listFilesOfOtherZones,
  listSendingFiles,
  lockDueFile,
  lockFile,
  moveFile,
  updateDue,
  updateOutcome,
  type FileRow,
} from './file-store.ts'
import type { AnalyticsDeps } from './service.ts'
import { makeSheetFile } from './sheet-service.ts'
import { fileOf } from './stored-service.ts'

const FileJob = z.object({
  id: z.string(),
  /** The key of this sending: the file is made once for it, however often the job runs. */
  key: z.string(),
  /** The day that presets are counted from. */
  day: StoredDay,
  /** Its time, or when somebody asked for it. */
  dueAt: StoredInstant,
})

type FileJob = z.output<typeof FileJob>

/** A job of its own: reading a table takes longer than one check of the schedules may. */
export const fileQueue = defineQueue({
  name: 'analytics.file',
  payload: FileJob,
  exclusive: false,
  longestSeconds: 5 * 60,
})

/** The dependencies of a check of the schedules. */
export interface DueDeps {
  db: Database
  clock: Clock
  log: Log
  jobs: Pick<Jobs, 'send'>
}

/** Telegram may be unreachable for a while; yesterday's figures are useful until the evening. */
const KEPT_WAITING = 12 * HOUR

/** Starts each file that is due, once over all nodes, and stores the results of those being sent. */
export async function sendDueFiles(deps: DueDeps): Promise<void> {
  const { db, clock } = deps
  const { timezone } = await readSettings(db)
  await eachAlone(deps, await listFilesOfOtherZones(db, timezone, clock.now()), (row) =>
    followZone(deps, row, timezone),
  )
  await eachAlone(deps, await listSendingFiles(db), (row) => settleSent(deps, row))
  await eachAlone(deps, await listDueFiles(db, clock.now()), (row) => sendDue(deps, row))
}

/** One after the other. A failure affects one file only. */
async function eachAlone<Row extends { id: string }>(
  { log }: Pick<DueDeps, 'log'>,
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await act(row)
    } catch (error) {
      log.error({ err: error, file: row.id }, 'a scheduled file cannot be sent')
    }
  }
}

/** Recomputes a next time in the zone of the current settings. */
async function followZone({ db, clock }: DueDeps, row: FileRow, zone: string): Promise<void> {
  await moveFile(db, row, { at: moveDue(fileOf(row), row.nextDay, zoneOf(zone), clock.now()), zone })
}

/** One transaction sets the next time and starts the job; the row is locked until it ends. */
async function sendDue(deps: DueDeps, { id }: { id: string }): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockDueFile(tx, id, now)
    if (!row) return
    const file = fileOf(row)
    const zone = zoneOf((await readSettings(tx)).timezone)
    await updateDue(tx, id, findNextDue(file, zone, now, row.nextDay))
    if (isMissed(row.nextAt, now)) await fail(tx, deps, row, { now, problem: FILE_PROBLEMS['file.missed'] })
    else await startSending(tx, deps.jobs, row, { day: row.nextDay, dueAt: row.nextAt, now })
  })
}

function isMissed(dueAt: Instant, now: Instant): boolean {
  return now - dueAt > MOST_LATE
}

/** Starts a job that exists only if the transaction commits. */
export async function startSending(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  { id }: FileRow,
  { day, dueAt, now }: Pick<FileJob, 'day' | 'dueAt'> & { now: Instant },
): Promise<void> {
  const key = `${id}:${newId()}`
  await updateOutcome(tx, id, { lastKey: key, lastAt: now, lastState: 'making', messageId: null, problem: null })
  await jobs.send(fileQueue, { id, key, day, dueAt }, tx)
  await announce(tx, { topic: 'analyticsFiles', days: null })
}

/** Makes a file and its message, or the reason for none: once for each key, even after a crash. */
export async function makeFile(deps: AnalyticsDeps & { log: Log }, job: FileJob): Promise<void> {
  const { db, clock } = deps
  const { id, key, day, dueAt } = job
  const row = await findFile(db, id)
  if (row?.lastKey !== key || row.lastState !== 'making') return
  const problem = isMissed(dueAt, clock.now()) ? FILE_PROBLEMS['file.missed'] : null
  const made = problem === null ? await makeTable(deps, fileOf(row), day) : null
  const now = clock.now()
  const end = await db.transaction().execute(async (tx) => {
    const held = await lockFile(tx, id)
    if (held?.lastKey !== key || held.lastState !== 'making') return 'done'
    if (held.version !== row.version) return 'changed'
    const barred = problem ?? (await findBar(tx, held))
    if (barred !== null || made === null) {
      const why = barred ?? FILE_PROBLEMS['file.range']
      await fail(tx, deps, held, { now, problem: why })
      deps.log.warn({ file: id, problem: why }, 'a scheduled file is not sent')
      return 'done'
    }
    const draft = {
      kind: 'analytics.file' as const,
      chatId: held.chatId,
      text: made.caption.source,
      parseMode: 'HTML' as const,
      dedupeKey: `file:${key}`,
      expiresAt: addMilliseconds(now, KEPT_WAITING),
    }
    const messageId = await enqueueDocument(tx, clock, draft, made.document)
    if (messageId === null) throw new Error(`the message of a file was there before it was made: ${key}`)
    await updateOutcome(tx, id, { lastState: 'sending', messageId, problem: null })
    await announce(tx, { topic: 'analyticsFiles', days: null })
    return 'done'
  })
  if (end === 'changed') await makeFile(deps, job)
}

/** The table as the page shows it now. */
async function makeTable(deps: AnalyticsDeps, file: AnalyticsFile, day: Day) {
  const { table, preset, geo, advertiserId, sourceNumber, countBy, sorting, format } = file
  const period = periodOfPreset(preset, day)
  const filter = {
    ...(geo !== null && { geo }),
    ...(advertiserId !== null && { advertiserId }),
    ...(sourceNumber !== null && { sourceNumber }),
  }
  const made = await makeSheetFile(deps, { table, period, filter, countBy, sorting, format })
  if (!made.ok) return null
  const { file: named, rows } = made.value
  const pieces: Uint8Array[] = []
  for await (const piece of named.pieces) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  const zoneLabel = labelOfZone((await readSettings(deps.db)).timezone)
  const findAdvertiser = await readAdvertiserFinder(deps.db, advertiserId === null ? [] : [advertiserId])
  const advertiserName = advertiserId === null ? null : (findAdvertiser(advertiserId)?.name ?? null)
  return {
    document: { name: named.name, mediaType: named.type, bytes: Buffer.concat(pieces) },
    caption: captionFile({ wish: file, advertiserName, period, zoneLabel, rows }),
  }
}

/** Why its owner may not send it to its chat; null if they may, which holds until the transaction ends. */
async function findBar(tx: Tx, { ownerId, chatId }: FileRow): Promise<string | null> {
  const owner = await holdMember(tx, ownerId)
  if (owner?.role === 'admin') {
    return isPrivateChat(chatId) && chatId !== owner.telegramId ? FILE_PROBLEMS['file.chat-private'] : null
  }
  return FILE_PROBLEMS[(await readMember(tx, ownerId)) ? 'file.owner-barred' : 'file.owner-gone']
}

/** Stores the result of a message. */
async function settleSent(deps: DueDeps, { id, messageId }: { id: string; messageId: string }): Promise<void> {
  const [message] = await readMessageStates(deps.db, [messageId])
  if (message?.state === 'queued' || message?.state === 'sending') return
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockFile(tx, id)
    if (row?.messageId !== messageId || row.lastState !== 'sending') return
    if (message?.state === 'sent') {
      await updateOutcome(tx, id, { lastState: 'sent', problem: null, failingSince: null })
      await announce(tx, { topic: 'analyticsFiles', days: null })
      return
    }
    const isRefused = message?.state === 'failed'
    const problem = isRefused ? sayFileRefused(message.error ?? '') : FILE_PROBLEMS['file.unknown']
    await fail(tx, deps, row, { now, problem, isRefused })
  })
}

/** Stores that a file did not arrive. The first failure after a success is told. `isRefused`: by its chat. */
async function fail(
  tx: Tx,
  { clock }: Pick<DueDeps, 'clock'>,
  row: FileRow,
  { now, problem, isRefused = false }: { now: Instant; problem: string; isRefused?: boolean },
): Promise<void> {
  const failingSince = row.failingSince ?? now
  await updateOutcome(tx, row.id, { lastAt: now, lastState: 'failed', problem, failingSince })
  await announce(tx, { topic: 'analyticsFiles', days: null })
  if (row.failingSince === null) await tell(tx, clock, row, { problem, isRefused })
}

/**
 * Tells its owner while they are an admin. Else, and where it is the owner's chat that refused the file, the summary
 * group, if there is one.
 */
async function tell(
  tx: Tx,
  clock: Clock,
  row: FileRow,
  { problem, isRefused }: { problem: string; isRefused: boolean },
): Promise<void> {
  const owner = await readMember(tx, row.ownerId)
  const isToOwner = row.chatId === owner?.telegramId
  const isOwnerTold = owner !== null && isActingAdmin(owner) && !(isToOwner && isRefused)
  const chatId = isOwnerTold ? owner.telegramId : (await readSettings(tx)).summaryGroupId
  if (chatId === null) return
  const file = fileOf(row)
  const title = (await listChats(tx, [row.chatId])).get(row.chatId)?.title
  const chat = isToOwner ? `${isOwnerTold ? 'your' : 'their'} chat with the bot` : (title ?? row.chatId)
  const told = { wish: file, times: file, chat, owner: isOwnerTold ? null : row.owner }
  const text = tellFileFails(told, problem).source
  await enqueue(tx, clock, { kind: 'file.alert', chatId, text, parseMode: 'HTML', linkPreview: false })
}

/**
 * Files that were being sent, or due, when the backup was made may have arrived since: none of them is sent by itself.
 */
export async function settleRestoredFiles(tx: Tx, { clock, log }: Pick<DueDeps, 'clock' | 'log'>): Promise<void> {
  const now = clock.now()
  await eachAlone({ log }, await listFiles(tx), async (row) => {
    if (row.lastState === 'making' || row.lastState === 'sending') {
      await updateOutcome(tx, row.id, { lastState: 'failed', problem: FILE_PROBLEMS['file.restored'] })
    }
    if (row.nextAt <= now) await updateDue(tx, row.id, findNextDue(fileOf(row), zoneOf(row.zone), now, row.nextDay))
  })
}
