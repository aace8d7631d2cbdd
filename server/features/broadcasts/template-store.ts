import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Audience } from '#domain/messages/broadcast.ts'
import type { ParseMode } from '#domain/messages/formatted.ts'
import type { Database } from '#platform/db/database.ts'

export interface TemplateRow {
  id: string
  name: string
  audience: string
  message: string
  parseMode: string
  photoUrl: string | null
  savedBy: string
  updatedAt: Instant
}

export async function listTemplates(db: Database): Promise<TemplateRow[]> {
  return db.selectFrom('message_templates').select(COLUMNS).orderBy('name').execute()
}

/** Null where another one has the name and may not be replaced. */
export async function upsertTemplate(
  db: Database,
  row: TemplateRow & { audience: Audience; parseMode: ParseMode },
  replace: boolean,
): Promise<TemplateRow | null> {
  const fields = {
    audience: row.audience,
    message: row.message,
    parse_mode: row.parseMode,
    photo_url: row.photoUrl,
    saved_by: row.savedBy,
    updated_at: formatInstant(row.updatedAt),
  }
  const stored = await db
    .insertInto('message_templates')
    .values({ id: row.id, name: row.name, ...fields })
    .onConflict((conflict) =>
      replace ? conflict.column('name').doUpdateSet(fields) : conflict.column('name').doNothing(),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  return stored ?? null
}

export async function deleteTemplate(db: Database, id: string): Promise<boolean> {
  const row = await db.deleteFrom('message_templates').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

const COLUMNS = [
  'id',
  'name',
  'audience',
  'message',
  'parse_mode as parseMode',
  'photo_url as photoUrl',
  'saved_by as savedBy',
  'updated_at as updatedAt',
] as const
