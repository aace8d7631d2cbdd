import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Audience } from '#domain/sentences/broadcast.ts'
import type { ParseMode } from '#domain/markup/formatted.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

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

/** By name. */
export async function listTemplates(db: Database): Promise<TemplateRow[]> {
  return db.selectFrom('message_templates').select(COLUMNS).orderBy('name').execute()
}

/** Serialises writes of templates. */
export async function lockTemplates(tx: Tx): Promise<void> {
  await lockName(tx, 'message_templates')
}

export async function findTemplateByName(db: Database, name: string): Promise<TemplateRow | null> {
  return (await db.selectFrom('message_templates').select(COLUMNS).where('name', '=', name).executeTakeFirst()) ?? null
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

/** Deletes a template and returns it; null if there is none. */
export async function deleteTemplate(db: Database, id: string): Promise<TemplateRow | null> {
  return (await db.deleteFrom('message_templates').where('id', '=', id).returning(COLUMNS).executeTakeFirst()) ?? null
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
