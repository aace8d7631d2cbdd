import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import type { PartKey } from './part-store.ts'

/** Notes that a connector fails; false where it did already. */
export async function insertFailing(db: Database, { connector, runId }: PartKey, since: Instant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('failing_connectors')
    .values({ connector, run_id: runId, since: formatInstant(since) })
    .onConflict((conflict) => conflict.column('connector').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes that a connector works; where it failed, since when it did and by which run that was noticed. */
export async function deleteFailing(
  db: Database,
  connector: string,
): Promise<{ since: Instant; runId: string } | null> {
  const row = await db
    .deleteFrom('failing_connectors')
    .where('connector', '=', connector)
    .returning(['since', 'run_id'])
    .executeTakeFirst()
  return row ? { since: row.since, runId: row.run_id } : null
}

export async function listFailing(db: Database): Promise<Map<string, Instant>> {
  const rows = await db.selectFrom('failing_connectors').select(['connector', 'since']).execute()
  return new Map(rows.map((row) => [row.connector, row.since]))
}
