import type { FileMapping } from '#domain/leads/file-mapping.ts'
import type { FileRow } from '#domain/leads/file-rows.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** Keeps a page of a file's rows until they are saved. */
export async function insertPage(
  db: Database,
  uploadId: string,
  position: number,
  rows: readonly FileRow[],
): Promise<void> {
  const text = JSON.stringify(rows.map(({ number, cells }) => [number, ...cells]))
  await db.insertInto('upload_pages').values({ upload_id: uploadId, position, rows: text }).execute()
}

/** Null: there is none at this position. */
export async function findPage(db: Database, uploadId: string, position: number): Promise<FileRow[] | null> {
  const row = await db
    .selectFrom('upload_pages')
    .select('rows')
    .where('upload_id', '=', uploadId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row ? readRows(JSON.parse(row.rows)) : null
}

/** As `insertPage` wrote them. */
function readRows(value: unknown): FileRow[] {
  if (!Array.isArray(value)) return []
  return value.map((row: readonly unknown[]) => ({ number: Number(row[0]), cells: row.slice(1).map(String) }))
}

export interface RememberedMapping {
  connector: string
  mapping: unknown
}

/** The last mapping of files with these headings; null if there was none. */
export async function findMapping(db: Database, headings: string): Promise<RememberedMapping | null> {
  const row = await db
    .selectFrom('upload_mappings')
    .select(['connector', 'mapping'])
    .where('headings', '=', headings)
    .executeTakeFirst()
  return row ?? null
}

export async function saveMapping(
  tx: Tx,
  headings: string,
  { connector, mapping }: { connector: string; mapping: FileMapping },
  at: Instant,
): Promise<void> {
  const values = { connector, mapping: JSON.stringify(mapping), saved_at: formatInstant(at) }
  await tx
    .insertInto('upload_mappings')
    .values({ headings, ...values })
    .onConflict((conflict) => conflict.column('headings').doUpdateSet(values))
    .execute()
}
