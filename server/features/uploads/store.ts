import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { FileMapping } from '#domain/leads/file-mapping.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

export interface NewUpload {
  id: string
  fileName: string
  /** The address that it was read from; null if it was uploaded. */
  url: string | null
  uploadedBy: string
  createdAt: Instant
}

/** A file that begins to arrive. */
export async function insertUpload(db: Database, upload: NewUpload): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      id: upload.id,
      file_name: upload.fileName,
      url: upload.url,
      uploaded_by: upload.uploadedBy,
      created_at: formatInstant(upload.createdAt),
      state: 'arriving',
    })
    .execute()
}

/** The whole file has arrived. */
export async function markArrived(db: Database, id: string, columns: readonly string[], rows: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'draft', columns: [...columns], row_count: rows })
    .where('id', '=', id)
    .execute()
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Files that nobody has saved since. */
export async function deleteDraftsBefore(db: Database, before: Instant): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('state', 'in', ['arriving', 'draft'])
    .where('created_at', '<', timestamp(before))
    .execute()
}

const SHOWN = [
  'id',
  'file_name',
  'url',
  'columns',
  'row_count',
  'uploaded_by',
  'state',
  'connector',
  'mapping',
  'saved_at',
  'ended_at',
  'message',
  'pages',
  'new_leads',
  'changed_leads',
  'new_deposits',
  'changed_deposits',
  'bad_rows',
  'test_leads',
] as const

export async function findUpload(db: Database, id: string) {
  return (await db.selectFrom('uploads').select(SHOWN).where('id', '=', id).executeTakeFirst()) ?? null
}

export type StoredUpload = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** As many of the newest are listed, however old they are. */
const LISTED = 50

/** Saved uploads since an instant, and the newest of all; newest first. */
export async function listUploads(db: Database, since: Instant): Promise<StoredUpload[]> {
  const saved = db
    .selectFrom('uploads')
    .where('saved_at', 'is not', null)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
  return saved
    .select(SHOWN)
    .where((where) =>
      where.or([where('saved_at', '>', timestamp(since)), where('id', 'in', saved.select('id').limit(LISTED))]),
    )
    .execute()
}

export interface Choice {
  connector: string
  mapping: FileMapping
}

/** Gives a draft to the workers; false if it is no longer a draft. */
export async function markSaving(tx: Tx, id: string, { connector, mapping }: Choice, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ state: 'saving', connector, mapping: JSON.stringify(mapping), saved_at: formatInstant(at) })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a saved upload, as far as it came, to the workers for an undo; false if it has not ended. */
export async function markTakingBack(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ state: 'takingBack', message: null, ended_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['saved', 'failed'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function hasOpenUpload(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('state', 'in', ['saving', 'takingBack'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives this worker the longest waiting upload; null if there is none. Only this worker may write for it then. */
export async function claimUpload(db: Database, worker: string): Promise<StoredUpload | null> {
  const row = await db
    .updateTable('uploads')
    .set({ worker })
    .where('id', '=', (query) =>
      query
        .selectFrom('uploads')
        .select('id')
        .where('state', 'in', ['saving', 'takingBack'])
        .orderBy('saved_at')
        .limit(1)
        .forUpdate(),
    )
    .returning(SHOWN)
    .executeTakeFirst()
  return row ?? null
}

export interface UploadCounts {
  newLeads: number
  changedLeads: number
  newDeposits: number
  changedDeposits: number
  badRows: number
  testLeads: number
}

/** The owner of an upload, and the kind of its work. */
export interface Claim {
  id: string
  worker: string
  state: 'saving' | 'takingBack'
}

/**
 * Locks the upload to the end of the transaction; false if another worker has it, and nothing of this transaction may
 * be kept.
 */
export async function lockClaim(tx: Tx, { id, worker, state }: Claim): Promise<boolean> {
  const row = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Moves the checkpoint past a page and adds what it came to. */
export async function addStoredPage(tx: Tx, id: string, counts: UploadCounts): Promise<void> {
  await sql`
    update uploads set pages = pages + 1,
      new_leads = new_leads + ${counts.newLeads}, changed_leads = changed_leads + ${counts.changedLeads},
      new_deposits = new_deposits + ${counts.newDeposits}, changed_deposits = changed_deposits + ${counts.changedDeposits},
      bad_rows = bad_rows + ${counts.badRows}, test_leads = test_leads + ${counts.testLeads}
    where id = ${id}`.execute(tx)
}

/** Ends the work on an upload; its pages are no longer needed. False if another worker has it. */
export async function endUpload(
  tx: Tx,
  claim: Claim,
  end: { state: 'saved' | 'failed' | 'takenBack'; message: string | null; at: Instant },
): Promise<boolean> {
  if (!(await lockClaim(tx, claim))) return false
  await tx
    .updateTable('uploads')
    .set({ state: end.state, message: end.message, ended_at: formatInstant(end.at), worker: null })
    .where('id', '=', claim.id)
    .execute()
  await tx.deleteFrom('upload_pages').where('upload_id', '=', claim.id).execute()
  return true
}
