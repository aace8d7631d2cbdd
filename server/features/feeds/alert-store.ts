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

/** Notes the chat that is told; false if one was told before. */
export async function markTold(db: Database, connector: string, chatId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('failing_connectors')
    .set({ told_chat: chatId })
    .where('connector', '=', connector)
    .where('told_chat', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function moveToldChat(db: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('failing_connectors').set({ told_chat: to }).where('told_chat', '=', from).execute()
}

/** Notes that a connector works again. Returns since when it failed and the chat that was told. */
export async function deleteFailing(
  db: Database,
  connector: string,
): Promise<{ since: Instant; toldChat: string | null } | null> {
  const row = await db
    .deleteFrom('failing_connectors')
    .where('connector', '=', connector)
    .returning(['since', 'told_chat as toldChat'])
    .executeTakeFirst()
  return row ?? null
}

export async function listFailing(db: Database): Promise<Map<string, Instant>> {
  const rows = await db.selectFrom('failing_connectors').select(['connector', 'since']).execute()
  return new Map(rows.map((row) => [row.connector, row.since]))
}
