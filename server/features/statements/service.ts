import { addCents, NOTHING } from '#domain/payouts/money.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { AffiliateSummary, DealSummary, ExtraSummary } from '#domain/payouts/summary.ts'
import type { Database } from '#platform/db/database.ts'
import {
  findClosingOfDays,
  findClosingOfReport,
  type FullClosing,
  type StoredAdjustment,
  type StoredClosing,
} from '#server/features/closings/service.ts'
import { readReportRows } from '#server/features/payouts/detail-service.ts'
import { findNewer, readFinishedReport } from '#server/features/payouts/finished-service.ts'
import type { StoredReport } from '#server/features/payouts/service.ts'

/** The amount that an affiliate is owed in a report and, if its range is closed, what it is paid. */
export interface AffiliateStatement {
  report: StoredReport
  affiliateId: string
  affiliateName: string | null
  closing: FullClosing['closing'] | null
  /** A week that is closed with another report and shares days with this one. Its statement has the paid amount. */
  closedOtherwise: (StoredClosing & { knowsAffiliate: boolean }) | null
  /** The newest calculation of these days, where that is another and none of them is closed. */
  newer: { reportId: string; knowsAffiliate: boolean } | null
  /** Null where only adjustments name the affiliate. */
  owed: AffiliateSummary | null
  adjustments: StoredAdjustment[]
  due: Cents
  deals: DealSummary[]
  extras: ExtraSummary[]
}

/** Null where the report is not finished, or knows nothing of the affiliate. */
export async function readStatement(
  db: Database,
  reportId: string,
  affiliate: string,
): Promise<AffiliateStatement | null> {
  const affiliateId = foldSource(affiliate)
  const report = await readFinishedReport(db, reportId)
  const rows = await readReportRows({ db }, reportId, affiliateId)
  if (!report || !rows) return null
  const closing = await findClosingOfReport(db, reportId)
  const owed = report.summary.affiliates.find((each) => each.affiliateId === affiliateId) ?? null
  const adjustments = (closing?.adjustments ?? []).filter((each) => each.affiliateId === affiliateId)
  if (!owed && adjustments.length === 0) return null
  const line = closing?.lines.find((each) => each.affiliateId === affiliateId)
  const closedOtherwise = closing ? null : await findClosedOtherwise(db, report.range, affiliateId)
  const newer = closing || closedOtherwise ? null : await findNewer(db, report)
  return {
    report,
    affiliateId,
    affiliateName: owed?.affiliateName ?? line?.affiliateName ?? null,
    closing: closing?.closing ?? null,
    closedOtherwise,
    newer: newer && { reportId: newer.id, knowsAffiliate: (await readStatement(db, newer.id, affiliateId)) !== null },
    owed,
    adjustments,
    due: addCents([owed?.totalPayout ?? NOTHING, ...adjustments.map(({ amount }) => amount)]),
    deals: rows.deals,
    extras: rows.extras,
  }
}

async function findClosedOtherwise(db: Database, range: DayRange, affiliateId: string) {
  const closing = await findClosingOfDays(db, range)
  return closing && { ...closing, knowsAffiliate: (await readStatement(db, closing.reportId, affiliateId)) !== null }
}
