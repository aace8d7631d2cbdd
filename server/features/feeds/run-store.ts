import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/feed-run.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { COUNT_COLUMNS } from './count-store.ts'

export interface NewRun {
  id: string
  requestId: string | null
  requestedBy: string
  startedAt: Instant
}

export async function insertRun(db: Database, run: NewRun): Promise<void> {
  await db
    .insertInto('sync_runs')
    .values({
      id: run.id,
      request_id: run.requestId,
      requested_by: run.requestedBy,
      started_at: formatInstant(run.startedAt),
    })
    .execute()
}

export async function endRun(db: Database, runId: string, endedAt: Instant, outcome: SyncOutcome): Promise<void> {
  await db
    .updateTable('sync_runs')
    .set({
      ended_at: formatInstant(endedAt),
      status: outcome.status,
      reason: outcome.reason,
      message: outcome.message,
    })
    .where('id', '=', runId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the runs of dead processes. The caller holds the lock of the sync. */
export async function endOpenRuns(db: Database, endedAt: Instant, message: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sync_runs')
    .set({ ended_at: formatInstant(endedAt), status: 'error', reason: 'interrupted', message })
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * How a job ended; null while it continues. The rows are those of all its runs: it continues where one was interrupted,
 * and is given out again where its end was not heard.
 */
export async function findEndOfRequest(db: Database, requestId: string) {
  const runs = await db
    .selectFrom('sync_runs')
    .select(['ended_at', 'status', 'reason', 'message', 'new_leads', 'new_deposits'])
    .where('request_id', '=', requestId)
    .orderBy('started_at')
    .execute()
  const end = runs.find((run) => run.ended_at !== null && run.reason !== 'interrupted')
  if (!end) return null
  const add = (column: 'new_leads' | 'new_deposits') => runs.reduce((total, run) => total + run[column], 0)
  return { ...end, new_leads: add('new_leads'), new_deposits: add('new_deposits') }
}

/** A start that is still to come was that of a clock that was ahead and was set back: it says nothing. */
export async function findLastStart(db: Database, now: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('started_at')
    .where('started_at', '<=', timestamp(now))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}

/** Newest first. */
export async function listRuns(db: Database, limit: number) {
  return db
    .selectFrom('sync_runs')
    .select(['id', 'started_at', 'ended_at', 'requested_by', 'status', 'reason', 'message', ...COUNT_COLUMNS])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function hasOpenRun(db: Database): Promise<boolean> {
  return (await findOpenRun(db)) !== null
}

/** The progress of an active run. */
export interface OpenRun {
  pages: number
  newLeads: number
  newDeposits: number
}

/** The progress of the active run; null if none has begun. */
export async function findOpenRun(db: Database): Promise<OpenRun | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select(['pages', 'new_leads as newLeads', 'new_deposits as newDeposits'])
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Whether one of the runs up to a given one brought all that the sources had at an instant. */
export async function hasWholeRun(db: Database, at: Instant, upToRun: string): Promise<boolean> {
  const row = await db
    .selectFrom('sync_runs as run')
    .select('id')
    .where('started_at', '>=', timestamp(at))
    .where('started_at', '<=', (last) => last.selectFrom('sync_runs').select('started_at').where('id', '=', upToRun))
    .where((run) => run.or([run('status', '=', 'success'), run('reason', '=', 'up_to_date')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sync_parts')
            .select('connector')
            .whereRef('run_id', '=', 'run.id')
            // It may have continued an earlier window, or not have reached the end of its own.
            .where((part) => part.or([part('status', '=', 'paused'), part('complete_until', '<', timestamp(at))])),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last ended run that requested anything; not a run of a clock that was ahead and was set back. */
export async function findLastEnded(db: Database, now: Instant): Promise<string | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('id')
    .where('ended_at', 'is not', null)
    .where('started_at', '<=', timestamp(now))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
