import type { PayoutReport, ReportQuestion } from '#domain/payouts/report.ts'
import type { ReportSummary } from '#domain/payouts/summary.ts'
import type { Database } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { findState } from './input-store.ts'
import { settleRange } from './settle-service.ts'
import { findReport, findSummary, listReports, type StoredReport } from './store.ts'

export { findListedDeposit as readListedDeposit } from './deposit-store.ts'
export { listReportIds as readReportIds } from './store.ts'

// Finished reports for other features.

/** A finished report; null if there is none. */
export async function readFinishedReport(
  db: Database,
  id: string,
): Promise<(StoredReport & { summary: ReportSummary }) | null> {
  const report = await findReport(db, id)
  const summary = report?.status === 'success' ? await findSummary(db, id) : null
  return report && summary && { ...report, summary }
}

/** The newest finished report of the days of one, if that is another; null: it is the newest itself. */
export async function findNewer(db: Database, { id, range }: StoredReport): Promise<StoredReport | null> {
  const [newest] = await listReports(db, { range, status: 'success', limit: 1 })
  return newest && newest.id !== id ? newest : null
}

/** The current result of a report's range; nothing is stored. */
export async function settleAgain(db: Database, question: ReportQuestion): Promise<PayoutReport> {
  const report = await readOneState(db, async (reading) => {
    await findState(reading)
    return settleRange(reading, question, { onDeal: () => undefined, onDay: () => Promise.resolve(true) })
  })
  if (!report) throw new Error('a report that nobody stopped was not made')
  return report
}
