import type { Database } from '#platform/db/database.ts'

/** Null if nothing was chosen. */
export async function findColumns(db: Database, memberId: string): Promise<string[] | null> {
  const row = await db.selectFrom('lead_columns').select('columns').where('member_id', '=', memberId).executeTakeFirst()
  return row?.columns ?? null
}

export async function upsertColumns(db: Database, memberId: string, columns: readonly string[]): Promise<void> {
  await db
    .insertInto('lead_columns')
    .values({ member_id: memberId, columns: [...columns] })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ columns: [...columns] }))
    .execute()
}
