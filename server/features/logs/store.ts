import { sql } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import { MOST_SEARCHED, type LogFilter, type LogLevel } from '#domain/logs/entry.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** An entry on its way into the table. */
export interface EntryDraft {
  /** ISO 8601. */
  at: string
  level: LogLevel
  area: string
  message: string
  /** JSON. */
  metadata: string
  requestId: string | null
}

export interface EntryRow {
  id: number
  at: Instant
  level: string
  area: string
  message: string
  metadata: string
  requestId: string | null
}

/** The beginning of a page: right after this entry, towards the past. */
export interface Position {
  at: Instant
  id: number
}

/** All entries in one statement with a fixed text. */
export async function insertEntries(db: Database, drafts: readonly EntryDraft[]): Promise<void> {
  await sql`
    insert into debug_logs (at, level, area, message, metadata, request_id)
    select at, level, area, message, metadata, "requestId"
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as entry (at timestamptz, level text, area text, message text, metadata text, "requestId" text)
  `.execute(db)
}

/** Whether the table refused an entry for what is in it, and always will. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code)
}

/** Newest first. */
export async function listEntries(
  db: Database,
  filter: LogFilter & { limit: number; after: Position | null },
): Promise<EntryRow[]> {
  const { search, limit } = filter
  if (search === undefined) return fitting(db, filter).limit(limit).execute()
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom(fitting(db, filter).limit(MOST_SEARCHED).as('entry'))
    .selectAll()
    .where((entry) =>
      entry.or([
        entry('message', 'ilike', pattern),
        entry('metadata', 'ilike', pattern),
        entry('requestId', 'ilike', pattern),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findPosition(db: Database, id: number): Promise<Position | null> {
  const row = await db.selectFrom('debug_logs').select(['at', 'id']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

function fitting(db: Database, { area, level, requestId, from, to, after }: LogFilter & { after: Position | null }) {
  let query = db
    .selectFrom('debug_logs')
    .select(['id', 'at', 'level', 'area', 'message', 'metadata', 'request_id as requestId'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  if (area !== undefined) query = query.where('area', '=', area)
  if (level !== undefined) query = query.where('level', '=', level)
  if (requestId !== undefined) query = query.where('request_id', '=', requestId)
  if (from !== undefined) query = query.where('at', '>=', timestamp(from))
  if (to !== undefined) query = query.where('at', '<', timestamp(to))
  if (after) query = query.where(sql<boolean>`(at, id) < (${timestamp(after.at)}, ${after.id})`)
  return query
}
