import type { LeadFate } from '#domain/payouts/fates.ts'
import type { DealOrder, ExtraOrder } from '#domain/payouts/orders.ts'
import type { DealSummary, ExtraSummary } from '#domain/payouts/summary.ts'
import type { Database } from '#platform/db/database.ts'
import { listDealLeads, listDealRows, listExtraRows, type DealLead, type DealLeads, type PageOf } from './deal-store.ts'
import { listDeposits, type DepositFilter, type StoredDeposit } from './deposit-store.ts'
import { findReport, type StoredReport } from './store.ts'

export { noteLeadFile } from '#server/features/leads/service.ts'
export { listDealLeads as readDealLeads } from './deal-store.ts'

export type { DealLead, StoredDeposit }

interface DetailDeps {
  db: Database
}

interface Page {
  offset: number
  limit: number
}

/** Null if there is no such finished report: one without a result would look like one with nothing in it. */
async function ofFinished<T>(
  db: Database,
  reportId: string,
  read: (report: StoredReport) => Promise<T>,
): Promise<T | null> {
  const report = await findReport(db, reportId)
  return report?.status === 'success' ? read(report) : null
}

export async function readDealRows({ db }: DetailDeps, page: PageOf<DealOrder>) {
  return ofFinished(db, page.reportId, () => listDealRows(db, page))
}

export async function readExtraRows({ db }: DetailDeps, page: PageOf<ExtraOrder>) {
  return ofFinished(db, page.reportId, () => listExtraRows(db, page))
}

export async function readDeposits({ db }: DetailDeps, filter: DepositFilter, page: Page) {
  return ofFinished(db, filter.reportId, () => listDeposits(db, filter, page))
}

/** All rows of a report or of one of its affiliates, for a file. */
export async function readReportRows(
  { db }: DetailDeps,
  reportId: string,
  affiliateId: string | null,
): Promise<{ report: StoredReport; deals: DealSummary[]; extras: ExtraSummary[] } | null> {
  const all = { reportId, affiliateId, sort: 'date', descending: false, offset: 0, limit: MOST_ROWS } as const
  return ofFinished(db, reportId, async (report) => {
    const [deals, extras] = [await listDealRows(db, all), await listExtraRows(db, all)]
    return { report, deals: deals.rows, extras: extras.rows }
  })
}

/** More than a workbook can hold. */
const MOST_ROWS = 1_000_000

/** All leads of a deal, or those with one fate; null if the report has no such deal. */
export async function readLeadRows(
  { db }: DetailDeps,
  of: { reportId: string; capId: string; fate: LeadFate | null },
): Promise<({ report: StoredReport } & DealLeads) | null> {
  const report = await findReport(db, of.reportId)
  const found = await listDealLeads(db, { ...of, offset: 0, limit: MOST_ROWS })
  return report && found && { report, ...found }
}
