import { FILE_PREFIX, SHEET_PREFIX } from '#domain/leads/connector.ts'
import { addMilliseconds, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import {
  guessMapping,
  keyOfHeadings,
  nameColumns,
  refuseMapping,
  renameHeadings,
  type FileField,
  type FileMapping,
} from '#domain/leads/file-mapping.ts'
import type { FileRow } from '#domain/leads/file-rows.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { codeOf } from '#platform/error-code.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Connector } from '#platform/leads/connector.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readStoredMapping } from '#platform/leads/stored-file-mapping.ts'
import { FileRefusal } from '#platform/tables/file-refusal.ts'
import { hashContent, readTable } from '#platform/tables/table.ts'
import { listNames, type SourceReach } from '#server/features/connectors/service.ts'
import { actorOf, recordBatch } from '#server/features/history/service.ts'
import { TAKEN_BACK_WITHIN } from '#server/features/leads/kept-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { findMapping, insertPage, saveMapping } from './page-store.ts'
import { uploadQueue } from './save-service.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  listUploads,
  markArrived,
  markSaving,
  markTakingBack,
  type Choice,
  type StoredUpload,
} from './store.ts'

export interface UploadDeps {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  jobs: Jobs
  connectors: readonly Connector[]
  sourceReach: SourceReach
}

export const ROWS_OF_A_PAGE = 2_000
const SAMPLES = 5

/** A file that has arrived, and how it would be read. */
export interface Draft {
  id: string
  /** The address that it was read from; null if it was uploaded. */
  url: string | null
  fileName: string
  columns: string[]
  rows: number
  samples: readonly (readonly string[])[]
  name: string
  mapping: FileMapping
  remembered: boolean
  doubtful: boolean
}

export type AddRefusal =
  | { reason: 'upload.unreadable'; message: string }
  | { reason: 'upload.empty' | 'upload.cutOff' | 'upload.tooLarge' }

/**
 * Stores the rows of a file as it arrives, and reports how they would be read. Nothing of an unreadable file is stored.
 */
export async function addUpload(
  deps: UploadDeps,
  member: Member,
  file: { fileName: string; pieces: AsyncIterable<Uint8Array>; largest: number; url?: string },
): Promise<Result<Draft, AddRefusal>> {
  const id = newId()
  const { db, clock } = deps
  const { fileName, pieces, largest, url = null } = file
  await insertUpload(db, { id, fileName, url, uploadedBy: signatureOf(member), createdAt: clock.now() })
  const arrived = await keepFile(db, id, countBytes(pieces, largest))
  if (!arrived.ok) {
    await deleteUpload(db, id)
    return arrived
  }
  const { columns, rows, first } = arrived.value
  await markArrived(db, id, columns, rows)
  const samples = first.map(({ cells }) => cells)
  return accept({ id, url, fileName, columns, rows, ...(await chooseMapping(deps, fileName, columns, samples)) })
}

interface Arrived {
  columns: string[]
  rows: number
  /** Its first page. */
  first: FileRow[]
}

async function keepFile(
  db: Database,
  id: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Result<Arrived, AddRefusal>> {
  const found: Arrived = { columns: [], rows: 0, first: [] }
  let page: FileRow[] = []
  let pages = 0
  const keep = async () => {
    if (pages === 0) found.first = page
    await insertPage(db, id, pages, page)
    pages += 1
    page = []
  }
  try {
    for await (const row of readTable(pieces)) {
      if (found.columns.length === 0) {
        found.columns = nameColumns(row.cells)
        continue
      }
      found.rows += 1
      page.push(row)
      if (page.length === ROWS_OF_A_PAGE) await keep()
    }
    if (page.length > 0) await keep()
  } catch (error) {
    const refusal = explain(error)
    if (!refusal) await deleteUpload(db, id)
    if (!refusal) throw error
    return refuse(refusal)
  }
  return found.rows === 0 ? refuse({ reason: 'upload.empty' }) : accept(found)
}

const TOO_LARGE = 'too large'

async function* countBytes(pieces: AsyncIterable<Uint8Array>, largest: number): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.byteLength
    if (bytes > largest) throw new FileRefusal(TOO_LARGE)
    yield piece
  }
}

function explain(error: unknown): AddRefusal | null {
  if (error instanceof FileRefusal) {
    const { message } = error
    return message === TOO_LARGE ? { reason: 'upload.tooLarge' } : { reason: 'upload.unreadable', message }
  }
  // The sender is gone.
  return error instanceof Error && ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error) ?? '')
    ? { reason: 'upload.cutOff' }
    : null
}

async function chooseMapping(
  { db }: UploadDeps,
  fileName: string,
  columns: readonly string[],
  samples: readonly (readonly string[])[],
): Promise<Pick<Draft, 'samples' | 'name' | 'mapping' | 'remembered' | 'doubtful'>> {
  const { timezone } = await readSettings(db)
  const guess = guessMapping(columns, samples, timezone)
  const known = await findMapping(db, hashContent(keyOfHeadings(columns)))
  const mapping = known && readStoredMapping(known.mapping)
  const shown = { samples: samples.slice(0, SAMPLES) }
  if (!mapping) return { ...shown, ...guess, name: suggestName(fileName), remembered: false }
  return {
    ...shown,
    name: known.connector.replace(/^(file|sheet)-/, ''),
    mapping: renameHeadings(mapping, columns),
    remembered: true,
    doubtful: false,
  }
}

function suggestName(fileName: string): string {
  const plain = fileName
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return plain.slice(0, 34).replace(/-+$/, '') || 'leads'
}

export interface Chosen {
  name: string
  mapping: FileMapping
}

export type ChoiceRefusal =
  | { reason: 'upload.unknown' | 'upload.taken' | 'upload.saved' | 'upload.isLink' }
  | { reason: 'upload.mapping'; field: FileField; message: string }

/** A draft with a choice that fits it. */
export async function checkChoice(
  { db, connectors }: Pick<UploadDeps, 'db' | 'connectors'>,
  id: string,
  { name, mapping }: Chosen,
): Promise<Result<Choice & { upload: StoredUpload }, ChoiceRefusal>> {
  const upload = await findUpload(db, id)
  if (!upload || upload.state === 'arriving') return refuse({ reason: 'upload.unknown' })
  if (upload.state !== 'draft') return refuse({ reason: 'upload.saved' })
  const connector = `${upload.url === null ? FILE_PREFIX : SHEET_PREFIX}${name}`
  if ((await listNames(db, connectors)).includes(connector)) return refuse({ reason: 'upload.taken' })
  const gap = refuseMapping(mapping, upload.columns)
  return gap
    ? refuse({ reason: 'upload.mapping', field: gap.field, message: gap.reason })
    : accept({ upload, connector, mapping })
}

/** Gives a draft to the workers. Its rows are stored gradually, and its mapping is remembered. */
export async function saveUpload(
  deps: UploadDeps,
  member: Member,
  id: string,
  chosen: Chosen,
): Promise<Result<ShownUpload, ChoiceRefusal>> {
  const checked = await checkChoice(deps, id, chosen)
  if (!checked.ok) return checked
  const { upload, ...choice } = checked.value
  if (upload.url !== null) return refuse({ reason: 'upload.isLink' })
  return transact<Result<ShownUpload, ChoiceRefusal>>(deps.db, async (tx) => {
    const at = deps.clock.now()
    if (!(await markSaving(tx, id, choice, at))) return refuse({ reason: 'upload.saved' })
    await saveMapping(tx, hashContent(keyOfHeadings(upload.columns)), choice, at)
    return accept(await begin(tx, deps, member, id, 'upload.saved'))
  })
}

export type TakeBackRefusal = { reason: 'upload.unknown' | 'upload.notSaved' | 'upload.busy' | 'upload.tooOld' }

/** Gives an upload to the workers, to make all as if it had never been saved. */
export async function takeBackUpload(
  deps: UploadDeps,
  member: Member,
  id: string,
): Promise<Result<ShownUpload, TakeBackRefusal>> {
  return transact<Result<ShownUpload, TakeBackRefusal>>(deps.db, async (tx) => {
    const upload = await findUpload(tx, id)
    if (!upload) return refuse({ reason: 'upload.unknown' })
    if (upload.state === 'saving' || upload.state === 'takingBack') return refuse({ reason: 'upload.busy' })
    if (upload.saved_at === null || upload.state === 'takenBack') return refuse({ reason: 'upload.notSaved' })
    if (isTooOld(upload.saved_at, deps.clock.now())) return refuse({ reason: 'upload.tooOld' })
    if (!(await markTakingBack(tx, id))) return refuse({ reason: 'upload.busy' })
    return accept(await begin(tx, deps, member, id, 'upload.takenBack'))
  })
}

function isTooOld(savedAt: Instant, now: Instant): boolean {
  return savedAt + TAKEN_BACK_WITHIN <= now
}

async function begin(tx: Tx, deps: UploadDeps, member: Member, id: string, action: string): Promise<ShownUpload> {
  // If a worker is just ending and misses this job, the next tick finds the row.
  await deps.jobs.send(uploadQueue, {}, tx)
  const stored = await findUpload(tx, id)
  if (!stored) throw new Error('an upload was deleted while it was being saved')
  const { file_name: fileName, connector, row_count: rows, saved_at: savedAt } = stored
  const after = { fileName, connector, rows, savedAt: formatOptionalInstant(savedAt) }
  const change = { action, subject: 'upload', subjectId: id, days: [], before: null, after }
  await recordBatch(tx, deps.clock, { actor: actorOf(member), changes: [change] })
  await announce(tx, { topic: 'leads', days: [] })
  const shown = show(stored, deps.clock.now())
  if (!shown) throw new Error('an upload is a draft again')
  return shown
}

/** An upload as people see it. */
export interface ShownUpload extends StoredUpload {
  connector: string
  saved_at: Instant
  canTakeBack: boolean
  /** 0 to 1. */
  progress: number
}

/** Null: it is not saved. */
function show(upload: StoredUpload, now: Instant): ShownUpload | null {
  const { state, saved_at, connector, pages, row_count: rows } = upload
  if (saved_at === null || connector === null) return null
  const isAtRest = state === 'saved' || state === 'failed'
  const canTakeBack = isAtRest && !isTooOld(saved_at, now)
  const progress = state === 'saving' ? Math.min(1, (pages * ROWS_OF_A_PAGE) / Math.max(1, rows)) : 1
  return { ...upload, connector, saved_at, canTakeBack, progress }
}

/** Those that can be taken back, and older ones while they are of the newest. */
export async function readUploads({ db, clock }: Pick<UploadDeps, 'db' | 'clock'>): Promise<ShownUpload[]> {
  const now = clock.now()
  return (await listUploads(db, addMilliseconds(now, -TAKEN_BACK_WITHIN))).flatMap((upload) => show(upload, now) ?? [])
}
