import { sql } from 'kysely'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { PayoutPreset } from '#domain/payouts/range.ts'
import type { ReportTotals } from '#domain/payouts/report.ts'
import type { ReportSummary } from '#domain/payouts/summary.ts'
import type { PayoutTerms } from '#domain/payouts/terms.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

export type ReportStatus = 'pending' | 'running' | 'success' | 'failed'

/** A calculation, without what it came to in full. */
export interface StoredReport {
  id: string
  preset: PayoutPreset | null
  range: DayRange
  status: ReportStatus
  requestedBy: string
  progress: number
  createdAt: Instant
  startedAt: Instant | null
  completedAt: Instant | null
  error: string | null
  timezone: string
  invalidStatuses: string[]
  terms: PayoutTerms
  dataVersion: number | null
  syncedAt: Instant | null
  totals: ReportTotals | null
}

/** The rules of a computation. */
export interface ReportRules {
  timezone: string
  invalidStatuses: readonly string[]
  terms: PayoutTerms
}

export interface NewReport {
  id: string
  preset: PayoutPreset | null
  range: DayRange
  requestedBy: string
  createdAt: Instant
  rules: ReportRules
}

/** Serialises requests over all nodes, so that each reads current settings. */
export async function lockRequests(tx: Tx): Promise<void> {
  await lockName(tx, 'payouts.requests')
}

/** False where one for the range is on its way already. */
export async function insertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const inserted = await tx
    .insertInto('payout_reports')
    .values({
      id: report.id,
      preset: report.preset,
      range_start: report.range.start,
      range_end: report.range.end,
      requested_by: report.requestedBy,
      created_at: formatInstant(report.createdAt),
      ...toColumns(report.rules),
    })
    .onConflict((conflict) =>
      conflict.columns(['range_start', 'range_end']).where('status', 'in', ['pending', 'running']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * The running report of a range, locked until the transaction ends; null if there is none. Its computation continues:
 * the lock does not block the references of its deals.
 */
export async function lockReportOnItsWay(
  tx: Tx,
  { start, end }: DayRange,
): Promise<{ id: string; isRunning: boolean } | null> {
  const row = await tx
    .selectFrom('payout_reports')
    .select(['id', 'status'])
    .where('range_start', '=', start)
    .where('range_end', '=', end)
    .where('status', 'in', ['pending', 'running'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? { id: row.id, isRunning: row.status === 'running' } : null
}

/**
 * Restarts a running report with these rules; its current worker then writes nothing. False if it uses these rules
 * already, and nothing changed since it was taken.
 */
export async function renewReport(tx: Tx, id: string, rules: ReportRules): Promise<boolean> {
  const { timezone, invalidStatuses, terms } = rules
  const { numUpdatedRows } = await tx
    .updateTable('payout_reports')
    .set({ ...toColumns(rules), status: 'pending', attempt: null, progress: 0, started_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .where(
      sql<boolean>`not (
        timezone = ${timezone} and invalid_statuses = ${invalidStatuses}::text[] and terms = ${JSON.stringify(terms)}::jsonb
        and (status = 'pending' or coalesce((data_version, changes_read) = (${DATA_VERSION}, ${CHANGES_MADE}), false))
      )`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

// Together they change with all inputs of a report: the first with leads and deposits, the second, which only grows,
// with caps and names. Uncommitted changes may commit in another order than their positions.
const DATA_VERSION = sql<number>`(select version from data_version)`
// So only the newest are counted, more than can be under way at once.
const CHANGES_MADE = sql<number>`(
  select settled + (select count(*) from changes where position > settled)
  from (select greatest(coalesce(max(position), 0) - 10000, 0) as settled from changes) as newest)`

function toColumns({ timezone, invalidStatuses, terms }: ReportRules) {
  return { timezone, invalid_statuses: [...invalidStatuses], terms: JSON.stringify(terms) }
}

export interface ReportFilter {
  range?: DayRange
  status?: ReportStatus
  limit: number
}

/** Newest first. */
export async function listReports(db: Database, { range, status, limit }: ReportFilter): Promise<StoredReport[]> {
  let query = selectReports(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  if (range) query = query.where('range_start', '=', range.start).where('range_end', '=', range.end)
  if (status) query = query.where('status', '=', status)
  return (await query.execute()).map(toReport)
}

/** Of all calculations of some days. */
export async function listReportIds(db: Database, { start, end }: DayRange): Promise<string[]> {
  const ofDays = db.selectFrom('payout_reports').where('range_start', '=', start).where('range_end', '=', end)
  return (await ofDays.select('id').execute()).map(({ id }) => id)
}

export async function findReport(db: Database, id: string): Promise<StoredReport | null> {
  const row = await selectReports(db).where('id', '=', id).executeTakeFirst()
  return row ? toReport(row) : null
}

/** The result of a finished report, without its deals. */
export async function findSummary(db: Database, id: string): Promise<ReportSummary | null> {
  const row = await db.selectFrom('payout_reports').select('summary').where('id', '=', id).executeTakeFirst()
  return row?.summary ? asWritten<ReportSummary>(row.summary) : null
}

/** Only `finishReport` and `insertReport` write it. */
function asWritten<T extends object>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as T
}

/**
 * Takes a running report in its current state; its previous owner then writes nothing. The positions of changes are
 * noted before anything is read, so changes committed in between count as later.
 */
export async function claimReport(
  db: Database,
  id: string,
  attempt: string,
  now: Instant,
): Promise<StoredReport | null> {
  const row = await db
    .updateTable('payout_reports')
    .set({
      status: 'running',
      attempt,
      progress: 0,
      started_at: sql<string>`coalesce(started_at, ${formatInstant(now)}::timestamptz)`,
      data_version: DATA_VERSION,
      changes_read: CHANGES_MADE,
    })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? toReport(row) : null
}

/** False if another attempt has taken over, or the report is over. */
export async function updateProgress(db: Database, id: string, attempt: string, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await whileRunning(db, id, attempt).set({ progress }).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface FinishedReport {
  summary: ReportSummary
  dataVersion: number
  syncedAt: Instant | null
  completedAt: Instant
}

/** False if another attempt has taken over, or the report is over; then nothing may be stored. */
export async function finishReport(tx: Tx, id: string, attempt: string, end: FinishedReport): Promise<boolean> {
  const { numUpdatedRows } = await whileRunning(tx, id, attempt)
    .set({
      status: 'success',
      progress: 1,
      completed_at: formatInstant(end.completedAt),
      data_version: end.dataVersion,
      synced_at: formatOptionalInstant(end.syncedAt),
      totals: JSON.stringify(end.summary.totals),
      summary: JSON.stringify(end.summary),
    })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a report that is not over; of an attempt: only while that has it. */
export async function failReport(
  db: Database,
  id: string,
  attempt: string | null,
  end: { error: string; completedAt: Instant },
): Promise<boolean> {
  const open =
    attempt === null
      ? db.updateTable('payout_reports').where('id', '=', id).where('status', 'in', ['pending', 'running'])
      : whileRunning(db, id, attempt)
  const { numUpdatedRows } = await open
    .set({ status: 'failed', error: end.error, completed_at: formatInstant(end.completedAt) })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function whileRunning(db: Database, id: string, attempt: string) {
  return db
    .updateTable('payout_reports')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempt', '=', attempt)
}

const COLUMNS = [
  ...(['id', 'preset', 'range_start', 'range_end', 'status', 'requested_by', 'progress', 'created_at'] as const),
  ...(['started_at', 'completed_at', 'error', 'timezone', 'invalid_statuses', 'data_version', 'synced_at'] as const),
  ...(['totals', 'terms'] as const),
] as const

function selectReports(db: Database) {
  return db.selectFrom('payout_reports').select(COLUMNS)
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

function toReport(row: ReportRow): StoredReport {
  return {
    id: row.id,
    preset: row.preset === 'current_week' || row.preset === 'previous_week' ? row.preset : null,
    range: { start: row.range_start, end: row.range_end },
    status: readStatus(row.status),
    requestedBy: row.requested_by,
    progress: row.progress,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    error: row.error,
    timezone: row.timezone,
    invalidStatuses: row.invalid_statuses,
    terms: asWritten<PayoutTerms>(row.terms),
    dataVersion: row.data_version,
    syncedAt: row.synced_at,
    totals: row.totals === null ? null : asWritten<ReportTotals>(row.totals),
  }
}

function readStatus(text: string): ReportStatus {
  return text === 'pending' || text === 'running' || text === 'success' ? text : 'failed'
}
