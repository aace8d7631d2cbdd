import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { SyncOutcome } from '#domain/leads/outcome.ts'
import type { Database } from '#platform/db/database.ts'

export interface NewRun {
  id: string
  requestId: string | null
  requestedBy: string
  startedAt: Instant
}

/** What one page came to. */
export interface PageCounts {
  newLeads: number
  changedLeads: number
  newDeposits: number
  changedDeposits: number
  badRows: number
  testLeads: number
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

/** Adds a page to a run, in the transaction that stores the page: the counts of a run that was killed are true too. */
export async function addPageToRun(db: Database, runId: string, counts: PageCounts): Promise<void> {
  await db
    .updateTable('sync_runs')
    .set((row) => ({
      pages: row('pages', '+', 1),
      new_leads: row('new_leads', '+', counts.newLeads),
      changed_leads: row('changed_leads', '+', counts.changedLeads),
      new_deposits: row('new_deposits', '+', counts.newDeposits),
      changed_deposits: row('changed_deposits', '+', counts.changedDeposits),
      bad_rows: row('bad_rows', '+', counts.badRows),
      test_leads: row('test_leads', '+', counts.testLeads),
    }))
    .where('id', '=', runId)
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

/** Ends the runs of processes that died; to be called by whoever holds the lock of the sync. */
export async function endOpenRuns(db: Database, endedAt: Instant, message: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sync_runs')
    .set({ ended_at: formatInstant(endedAt), status: 'error', reason: 'interrupted', message })
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The counts of the run that ended a job, or null while the job goes on. Runs of it that were cut off do not count. */
export async function findEndOfRequest(db: Database, requestId: string) {
  const row = await db
    .selectFrom('sync_runs')
    .select(['status', 'reason', 'message', 'new_leads', 'new_deposits'])
    .where('request_id', '=', requestId)
    .where('ended_at', 'is not', null)
    .where((where) => where.or([where('reason', 'is', null), where('reason', '!=', 'interrupted')]))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function findLastStart(db: Database): Promise<Instant | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('started_at')
    // A run that found another one alive did not start.
    .where((where) => where.or([where('reason', 'is', null), where('reason', '!=', 'already_running')]))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}

/** When the last run ended after which the tables held all that the source had. */
export async function findLastGoodEnd(db: Database): Promise<Instant | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('ended_at')
    .where((where) =>
      where.or([
        where('status', '=', 'success'),
        where.and([where('status', '=', 'skipped'), where('reason', '=', 'up_to_date')]),
      ]),
    )
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ended_at ?? null
}

export async function hasOpenRun(db: Database): Promise<boolean> {
  const row = await db.selectFrom('sync_runs').select('id').where('ended_at', 'is', null).limit(1).executeTakeFirst()
  return row !== undefined
}
