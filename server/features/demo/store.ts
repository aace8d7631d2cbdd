import type { Day } from '#domain/kernel/day.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export async function findFirstDemoDay(db: Database): Promise<Day | null> {
  const row = await db.selectFrom('demo_days').select('day').orderBy('day').limit(1).executeTakeFirst()
  return row?.day ?? null
}

/** Marks days as planted; those that were not yet. */
export async function insertDemoDays(tx: Tx, days: readonly Day[]): Promise<Set<Day>> {
  const rows = await tx
    .insertInto('demo_days')
    .values(days.map((day) => ({ day })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .execute()
  return new Set(rows.map((row) => row.day))
}
