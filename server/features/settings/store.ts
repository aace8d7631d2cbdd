import type { Database } from '#platform/db/database.ts'

export async function listSettingTexts(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('value', 'is not', null).execute()
  return new Map(rows.map((row) => [row.key, row.value ?? '']))
}

export async function findSealedSetting(db: Database, key: string): Promise<Buffer | null> {
  const row = await db.selectFrom('settings').select('sealed').where('key', '=', key).executeTakeFirst()
  return row?.sealed ?? null
}
