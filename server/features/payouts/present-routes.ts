import type { z } from 'zod/mini'
import type { PayoutDeal, PayoutJob, PayoutReport } from '#contract/payouts.ts'
import { dollarsFromCents, percentFromBasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { ReportTotals } from '#domain/payouts/report.ts'
import type { AffiliateSummary, DealSummary, DepositDetail, ExtraSummary, LeadDetail } from '#domain/payouts/summary.ts'
import type { FullReport, StoredReport } from './service.ts'

type Wire<S extends z.ZodMiniType> = z.input<S>

export function presentJob(report: StoredReport): Wire<typeof PayoutJob> {
  return {
    id: report.id,
    status: report.status,
    params: { preset: report.preset, ...report.range },
    requestedBy: report.requestedBy,
    progress: report.progress,
    createdAt: formatInstant(report.createdAt),
    startedAt: presentInstant(report.startedAt),
    completedAt: presentInstant(report.completedAt),
    errorMessage: report.error,
    totals: report.totals && presentTotals(report.totals),
  }
}

export function presentReport({ report, result }: FullReport): Wire<typeof PayoutReport> {
  return { ...presentJob(report), summary: result && presentSummary(report, result) }
}

function presentSummary(report: StoredReport, { summary, deals }: NonNullable<FullReport['result']>) {
  return {
    range: { ...report.range, timezone: report.timezone },
    generatedAt: formatInstant(report.completedAt ?? report.createdAt),
    totals: presentTotals(summary.totals),
    affiliateTotals: summary.affiliates.map(presentAffiliate),
    deals: deals.map(presentDeal),
    extraDeposits: summary.extraDeposits.map(presentExtra),
    filters: { invalidStatuses: report.invalidStatuses },
    basis: { dataVersion: report.dataVersion ?? 0, syncedAt: presentInstant(report.syncedAt) },
  }
}

function presentTotals(totals: ReportTotals) {
  return {
    ...totals,
    cpaWithExtras: dollarsFromCents(totals.cpaWithExtras),
    crgNet: dollarsFromCents(totals.crgNet),
    totalPayout: dollarsFromCents(totals.totalPayout),
  }
}

function presentAffiliate({ capIds, ...affiliate }: AffiliateSummary) {
  return {
    ...affiliate,
    cpaComponent: dollarsFromCents(affiliate.cpaComponent),
    crgComponent: dollarsFromCents(affiliate.crgComponent),
    extraPayout: dollarsFromCents(affiliate.extraPayout),
    totalPayout: dollarsFromCents(affiliate.totalPayout),
    geoBreakdown: affiliate.geoBreakdown.map((geo) => ({ ...geo, payout: dollarsFromCents(geo.payout) })),
    dealDetails: capIds,
    extraDeposits: affiliate.extraDeposits.map(presentExtra),
  }
}

function presentDeal({ actualConversionRate, ...deal }: DealSummary): Wire<typeof PayoutDeal> {
  const { validLeads, invalidStatuses, outsideWorkingHours, capped, deposits, payout } = deal
  const crg = deal.crg === null ? null : percentFromBasisPoints(deal.crg)
  return {
    ...deal,
    cpa: presentPrice(deal.cpa),
    crg,
    leadStats: { valid: validLeads, invalidStatuses, outsideWorkingHours, capped },
    conversionStats: {
      insideWorkingHours: deposits.inside,
      outsideWorkingHours: deposits.outside,
      unmatched: deposits.unmatched,
      actualCrPercentage: actualConversionRate,
      targetCrPercentage: crg,
    },
    payout: {
      cpaComponent: dollarsFromCents(payout.cpaComponent),
      crgComponent: dollarsFromCents(payout.crgComponent),
      extras: dollarsFromCents(payout.extras),
      total: dollarsFromCents(payout.total),
    },
    leadDetails: {
      invalid: deal.leadDetails.invalid.map(presentLead),
      outsideWorkingHours: deal.leadDetails.outsideWorkingHours.map(presentLead),
      capped: deal.leadDetails.capped.map(presentLead),
    },
    depositDetails: {
      inside: deal.depositDetails.inside.map(presentDeposit),
      outside: deal.depositDetails.outside.map(presentDeposit),
      unmatched: deal.depositDetails.unmatched.map(presentDeposit),
    },
  }
}

function presentLead({ createdAt, ...lead }: LeadDetail) {
  return { ...lead, createdAt: presentSecond(createdAt) }
}

function presentDeposit({ createdAt, payout, email }: DepositDetail) {
  return { email, createdAt: presentSecond(createdAt), payout: presentPrice(payout) }
}

/** Most systems send whole seconds, and people read them so. */
function presentSecond(instant: Instant): string {
  return formatInstant(instant).replace('.000Z', 'Z')
}

function presentExtra(extra: ExtraSummary) {
  return { ...extra, payout: dollarsFromCents(extra.payout) }
}

function presentPrice(price: Cents | null): number | null {
  return price === null ? null : dollarsFromCents(price)
}

function presentInstant(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}
