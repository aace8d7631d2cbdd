import type { z } from 'zod/mini'
import type { PayoutDeal, PayoutDealRow, PayoutJob, PayoutReport } from '#contract/payouts.ts'
import { dollarsFromCents, percentFromBasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Margin } from '#domain/payouts/deal.ts'
import { subtractCents } from '#domain/payouts/money.ts'
import type { ReportTotals } from '#domain/payouts/report.ts'
import type {
  AffiliateSummary,
  DealDetails,
  DealSummary,
  DepositDetail,
  ExtraSummary,
  LeadDetail,
} from '#domain/payouts/summary.ts'
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
    startedAt: formatOptionalInstant(report.startedAt),
    completedAt: formatOptionalInstant(report.completedAt),
    errorMessage: report.error,
    totals: report.totals && presentTotals(report.totals),
  }
}

export function presentReport({ report, result }: FullReport): Wire<typeof PayoutReport> {
  return { ...presentJob(report), summary: result && presentSummary(report, result) }
}

function presentSummary(report: StoredReport, { summary, deals, isBrief }: NonNullable<FullReport['result']>) {
  const affiliates = summary.affiliates.map(presentAffiliate)
  return {
    range: { ...report.range, timezone: report.timezone },
    generatedAt: formatInstant(report.completedAt ?? report.createdAt),
    totals: presentTotals(summary.totals),
    affiliateTotals: isBrief ? affiliates.map((each) => ({ ...each, dealDetails: [], extraDeposits: [] })) : affiliates,
    deals: deals.map(presentDeal),
    extraDeposits: isBrief ? [] : summary.extraDeposits.map(presentExtra),
    filters: { invalidStatuses: report.invalidStatuses },
    terms: report.terms,
    basis: { dataVersion: report.dataVersion ?? 0, syncedAt: formatOptionalInstant(report.syncedAt) },
  }
}

function presentTotals(totals: ReportTotals) {
  return {
    ...totals,
    cpaWithExtras: dollarsFromCents(totals.cpaWithExtras),
    crgNet: dollarsFromCents(totals.crgNet),
    totalPayout: dollarsFromCents(totals.totalPayout),
    margin: presentMargin(totals.margin),
  }
}

function presentAffiliate({ capIds, ...affiliate }: AffiliateSummary) {
  return {
    ...affiliate,
    cpaComponent: dollarsFromCents(affiliate.cpaComponent),
    crgComponent: dollarsFromCents(affiliate.crgComponent),
    extraPayout: dollarsFromCents(affiliate.extraPayout),
    totalPayout: dollarsFromCents(affiliate.totalPayout),
    margin: presentMargin(affiliate.margin),
    geoBreakdown: affiliate.geoBreakdown.map((geo) => ({
      ...geo,
      payout: dollarsFromCents(geo.payout),
      margin: presentMargin(geo.margin),
    })),
    outOfDeal: affiliate.extraDeposits.reduce((sum, { deposits }) => sum + deposits, 0),
    dealDetails: capIds,
    extraDeposits: affiliate.extraDeposits.map(presentExtra),
  }
}

function presentDeal(deal: DealSummary & DealDetails): Wire<typeof PayoutDeal> {
  return {
    ...presentDealRow(deal),
    leadDetails: {
      invalid: deal.leadDetails.invalid.map(presentLead),
      outsideWorkingHours: deal.leadDetails.outsideWorkingHours.map(presentLead),
      paused: deal.leadDetails.paused.map(presentLead),
      capped: deal.leadDetails.capped.map(presentLead),
    },
    depositDetails: {
      inside: deal.depositDetails.inside.map(presentDeposit),
      outside: deal.depositDetails.outside.map(presentDeposit),
      unmatched: deal.depositDetails.unmatched.map(presentDeposit),
    },
    truncated: deal.truncated,
  }
}

export function presentDealRow(deal: DealSummary): Wire<typeof PayoutDealRow> {
  const { validLeads, invalidStatuses, outsideWorkingHours, paused, capped, deposits, payout } = deal
  const crg = deal.crg === null ? null : percentFromBasisPoints(deal.crg)
  return {
    capId: deal.capId,
    date: deal.date,
    advertiserId: deal.advertiserId,
    advertiserName: deal.advertiserName,
    sourceNumber: deal.sourceNumber,
    geo: deal.geo,
    cap: deal.cap,
    cpa: presentPrice(deal.cpa),
    crg,
    pricedBy: deal.pricedBy,
    workingHours: deal.workingHours,
    alwaysOn: deal.alwaysOn,
    validLeads,
    invalidStatuses,
    outsideWorkingHours,
    paused,
    capped,
    leadStats: { valid: validLeads, invalidStatuses, outsideWorkingHours, paused, capped },
    conversionStats: {
      insideWorkingHours: deposits.inside,
      outsideWorkingHours: deposits.outside,
      unmatched: deposits.unmatched,
      actualCrPercentage: deal.actualConversionRate,
      targetCrPercentage: crg,
    },
    deposits,
    payout: {
      cpaComponent: dollarsFromCents(payout.cpaComponent),
      crgComponent: dollarsFromCents(payout.crgComponent),
      extras: dollarsFromCents(payout.extras),
      total: dollarsFromCents(payout.total),
    },
    guarantee: presentGuarantee(deal),
    margin: presentMargin(deal.margin),
  }
}

function presentGuarantee({ capId, guarantee }: Pick<DealSummary, 'capId' | 'guarantee'>) {
  if (!guarantee) return null
  const { name, worth, reached } = guarantee
  return { worth: dollarsFromCents(worth), reached: dollarsFromCents(reached), isPooled: name !== capId }
}

/** Reports from before margins have none. */
function presentMargin(margin: Margin | null | undefined) {
  if (!margin) return null
  const { income, owed } = margin
  return {
    income: dollarsFromCents(income),
    owed: dollarsFromCents(owed),
    margin: dollarsFromCents(subtractCents(income, owed)),
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

export function presentExtra(extra: ExtraSummary) {
  return { ...extra, payout: dollarsFromCents(extra.payout) }
}

function presentPrice(price: Cents | null): number | null {
  return price === null ? null : dollarsFromCents(price)
}
