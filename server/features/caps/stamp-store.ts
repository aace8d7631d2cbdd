import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { Database } from '#platform/db/database.ts'

/** A text that is another one as soon as any cap of a day is. */
export async function findStamp(db: Database, day: Day): Promise<string> {
  const row = await db
    .selectFrom('caps')
    .select(sql<string>`concat(count(*), ' ', sum(version), ' ', max(updated_at))`.as('stamp'))
    .where('date', '=', day)
    .executeTakeFirstOrThrow()
  return row.stamp
}
