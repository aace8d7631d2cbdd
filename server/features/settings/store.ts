import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

/** A setting that somebody set: a plain text, or one that is kept sealed. */
export interface SettingRow {
  key: string
  value: string | null
  sealed: Buffer | null
  updatedAt: Instant
  updatedBy: string
}

export async function listSettingTexts(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .modifyFront(PREPARED)
    .select(['key', 'value'])
    .where('value', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.key, row.value ?? '']))
}

export async function findSealedSetting(db: Database, key: string): Promise<Buffer | null> {
  const row = await db.selectFrom('settings').select('sealed').where('key', '=', key).executeTakeFirst()
  return row?.sealed ?? null
}

export async function listSettingRows(db: Database): Promise<SettingRow[]> {
  return selectSettings(db).execute()
}

export async function findSetting(db: Database, key: string): Promise<SettingRow | null> {
  return (await selectSettings(db).where('key', '=', key).executeTakeFirst()) ?? null
}

/** Serialises writers of one setting, also for the first time, when there is no row to lock. */
export async function lockSetting(tx: Tx, key: string): Promise<void> {
  await lockName(tx, `settings.${key}`)
}

export async function upsertSetting(tx: Tx, { updatedAt, updatedBy, ...row }: SettingRow): Promise<void> {
  const columns = { ...row, updated_at: formatInstant(updatedAt), updated_by: updatedBy }
  const { key: _key, ...change } = columns
  await tx
    .insertInto('settings')
    .values(columns)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(change))
    .execute()
}

function selectSettings(db: Database) {
  return db
    .selectFrom('settings')
    .select(['key', 'value', 'sealed', 'updated_at as updatedAt', 'updated_by as updatedBy'])
}
