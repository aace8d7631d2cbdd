import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import type { FeedKind } from '#platform/leads/connector.ts'
import { COUNT_COLUMNS } from './count-store.ts'

export type PartStatus = 'success' | 'unchanged' | 'paused' | 'error' | 'interrupted'

/** The result of a connector in a run. */
export interface PartEnd {
  status: PartStatus
  message: string | null
  /** For a good one: the tables have everything that the source had until then. */
  completeUntil: Instant | null
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

/** False if somebody else ended the part: its run was taken for dead. */
export async function endPart(
  db: Database,
  { runId, connector }: PartKey,
  endedAt: Instant,
  { status, message, completeUntil }: PartEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sync_parts')
    .set({
      status,
      message,
      complete_until: formatOptionalInstant(completeUntil),
      ended_at: formatInstant(endedAt),
    })
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

/**
 * The newest part of each connector, or the newest after which the tables had all its data: one index lookup each,
 * however many parts are kept.
 */
export async function listLatestParts(db: Database, connectors: readonly string[], which: 'any' | 'good') {
  const named = sql<{ name: string }>`unnest(${connectors}::text[])`.as<'named'>(sql`named (name)`)
  return db
    .selectFrom(named)
    .modifyFront(PREPARED)
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('sync_parts')
          .select((part) => [
            'connector',
            'started_at',
            'ended_at',
            'status',
            'message',
            // A part that did not end well does not tell.
            part.fn.coalesce('complete_until', 'started_at').as('complete_until'),
            ...COUNT_COLUMNS,
          ])
          .whereRef('connector', '=', 'named.name')
          .$if(which === 'good', (query) => query.where('status', 'in', ['success', 'unchanged']))
          .orderBy('started_at', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('latest')
    .execute()
}

/** The connectors of the last run that asked any. */
export async function listLastConnectors(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('sync_parts')
    .modifyFront(PREPARED)
    .select('connector')
    .where('run_id', '=', (last) =>
      last
        .selectFrom('sync_runs')
        .innerJoin('sync_parts as part', 'part.run_id', 'sync_runs.id')
        .select('sync_runs.id')
        .orderBy('sync_runs.started_at', 'desc')
        .limit(1),
    )
    .execute()
  return rows.map(({ connector }) => connector)
}

/** The new rows of each of some connectors, of parts of runs and of backfills that began since. */
export async function sumNewRows(db: Database, connectors: readonly string[], since: Instant) {
  const ofRuns = db.selectFrom('sync_parts').where('started_at', '>=', timestamp(since))
  const ofBackfills = db.selectFrom('backfills').where('created_at', '>=', timestamp(since))
  const columns = ['connector', 'new_leads', 'new_deposits'] as const
  return db
    .selectFrom(ofRuns.select(columns).unionAll(ofBackfills.select(columns)).as('turns'))
    .select((row) => [
      'connector',
      row.fn.sum<number>('new_leads').as('leads'),
      row.fn.sum<number>('new_deposits').as('deposits'),
    ])
    .where('connector', '=', sql<string>`any(${connectors}::text[])`)
    .groupBy('connector')
    .execute()
}
