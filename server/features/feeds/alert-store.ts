import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import type { PartKey } from './part-store.ts'

/** Notes that a connector fails; false where it did already. */
export async function insertFailing(db: Database, { connector, runId }: PartKey, since: Instant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('failing_connectors')
    .values({ connector, run_id: runId, since: formatInstant(since), told: false })
    .onConflict((conflict) => conflict.column('connector').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes that people were told; false if they were told before. */
export async function markTold(db: Database, connector: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('failing_connectors')
    .set({ told: true })
    .where('connector', '=', connector)
    .where('told', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that a connector works again. Returns since when it failed and whether people were told. */
export async function deleteFailing(
  db: Database,
  connector: string,
): Promise<{ since: Instant; told: boolean } | null> {
  const row = await db
    .deleteFrom('failing_connectors')
    .where('connector', '=', connector)
    .returning(['since', 'told'])
    .executeTakeFirst()
  return row ?? null
}

export async function listFailing(db: Database): Promise<Map<string, Instant>> {
  const rows = await db.selectFrom('failing_connectors').select(['connector', 'since']).execute()
  return new Map(rows.map((row) => [row.connector, row.since]))
}
