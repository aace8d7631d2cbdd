import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/timestamp.ts'
import type { FeedKind } from '#platform/leads/connector.ts'
import { COUNT_COLUMNS } from './count-store.ts'

export type PartStatus = 'success' | 'unchanged' | 'paused' | 'error' | 'interrupted'

/** What a connector came to in a run. */
export interface PartEnd {
  status: PartStatus
  message: string | null
}

export interface PartKey {
  runId: string
  connector: string
}

export async function insertPart(
  db: Database,
  part: PartKey & { position: number; startedAt: Instant },
): Promise<void> {
  const { runId, connector, position, startedAt } = part
  await db
    .insertInto('sync_parts')
    .values({ run_id: runId, connector, position, started_at: formatInstant(startedAt) })
    .execute()
}

/** False where the part was ended by somebody else: its run was taken for dead. */
export async function endPart(
  db: Database,
  { runId, connector }: PartKey,
  endedAt: Instant,
  end: PartEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sync_parts')
    .set({ ...end, ended_at: formatInstant(endedAt) })
    .where('run_id', '=', runId)
    .where('connector', '=', connector)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the parts of runs that were cut off. */
export async function endOpenParts(db: Database, endedAt: Instant, message: string): Promise<void> {
  await db
    .updateTable('sync_parts')
    .set({ ended_at: formatInstant(endedAt), status: 'interrupted', message })
    .where('ended_at', 'is', null)
    .execute()
}

export interface BadRowToKeep {
  kind: FeedKind
  position: number
  reason: string
}

export async function insertBadRows(
  db: Database,
  { runId, connector }: PartKey,
  rows: readonly BadRowToKeep[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('sync_bad_rows')
    .values(rows.map((row) => ({ ...row, run_id: runId, connector })))
    .execute()
}

export async function listParts(db: Database, runIds: readonly string[]) {
  if (runIds.length === 0) return []
  return db
    .selectFrom('sync_parts')
    .select(['run_id', 'connector', 'started_at', 'ended_at', 'status', 'message', ...COUNT_COLUMNS])
    .where('run_id', 'in', runIds)
    .orderBy('position')
    .execute()
}

export async function listBadRows(db: Database, runIds: readonly string[]) {
  if (runIds.length === 0) return []
  return db
    .selectFrom('sync_bad_rows')
    .select(['run_id', 'connector', 'kind', 'position', 'reason'])
    .where('run_id', 'in', runIds)
    .orderBy('connector')
    .orderBy('position')
    .execute()
}

/** The newest part of each connector, and the newest after which the tables held all that it had. */
export async function listLatestParts(db: Database, which: 'any' | 'good') {
  return db
    .selectFrom('sync_parts')
    .distinctOn('connector')
    .select(['connector', 'started_at', 'ended_at', 'status', 'message', ...COUNT_COLUMNS])
    .$if(which === 'good', (query) => query.where('status', 'in', ['success', 'unchanged']))
    .orderBy('connector')
    .orderBy('started_at', 'desc')
    .execute()
}

/** The new rows of each connector in parts that began since. */
export async function sumNewRows(db: Database, since: Instant) {
  return db
    .selectFrom('sync_parts')
    .select((row) => [
      'connector',
      row.fn.sum<number>('new_leads').as('leads'),
      row.fn.sum<number>('new_deposits').as('deposits'),
    ])
    .where('started_at', '>=', timestamp(since))
    .groupBy('connector')
    .execute()
}
