import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { AffiliateTotal, ExtraDeposits } from './affiliates.ts'
import {
  computeConversionRate,
  countDeposits,
  marginOf,
  type DealMoney,
  type Margin,
  type ReachedGuarantee,
  type SettledDeal,
} from './deal.ts'
import type { FatedLead, LeadFate } from './fates.ts'
import type { PayoutReport, ReportTotals } from './report.ts'
import type { PayoutDeposit } from './rows.ts'
import type { PayoutTerms, PriceSource } from './terms.ts'

// A report in its stored form: plain data, money in cents, counts as records.

/** The most entries of each list of details within a deal. The rest is read in pages. */
export const DETAILS_SHOWN = 20

/** Names at the time of the report, by id. */
export interface Names {
  advertisers: ReadonlyMap<string, string>
  publishers: ReadonlyMap<string, string>
}

export interface LeadDetail {
  email: string | null
  status: string | null
  createdAt: Instant
}

export interface DepositDetail {
  email: string | null
  createdAt: Instant
  /** As reported. */
  payout: Cents | null
}

export interface DealSummary {
  capId: string
  date: Day
  advertiserId: string
  advertiserName: string | null
  sourceNumber: string
  geo: string
  cap: number
  /** Of the price that pays it. */
  cpa: Cents | null
  crg: BasisPoints | null
  pricedBy: PriceSource
  workingHours: string | null
  alwaysOn: boolean
  validLeads: number
  invalidStatuses: Record<string, number>
  outsideWorkingHours: number
  paused: number
  capped: number
  deposits: { inside: number; outside: number; unmatched: number; extras: number; total: number }
  /** In percent. */
  actualConversionRate: number
  payout: DealMoney
  guarantee: ReachedGuarantee | null
  margin: Margin | null
}

/** The first leads and deposits of a deal. */
export interface DealDetails {
  leadDetails: Record<Exclude<LeadFate, 'valid'>, LeadDetail[]>
  depositDetails: Record<'inside' | 'outside' | 'unmatched', DepositDetail[]>
  /** Whether one of these lists is longer than its shown part. */
  truncated: boolean
}

export interface ExtraSummary {
  date: Day
  advertiserId: string
  advertiserName: string | null
  sourceNumber: string
  geo: string
  deposits: number
  payout: Cents
}

export interface GeoSummary {
  geo: string
  deals: number
  validLeads: number
  invalidStatuses: number
  invalidBreakdown: Record<string, number>
  outsideWorkingHours: number
  paused: number
  capped: number
  deposits: number
  payout: Cents
  margin: Margin | null
}

export interface AffiliateSummary {
  affiliateId: string
  affiliateName: string | null
  advertisers: { id: string; name: string | null }[]
  validLeads: number
  deposits: number
  cpaComponent: Cents
  crgComponent: Cents
  extraPayout: Cents
  totalPayout: Cents
  margin: Margin | null
  geoBreakdown: GeoSummary[]
  /** The caps of its deals. */
  capIds: string[]
  extraDeposits: ExtraSummary[]
}

export interface ReportSummary {
  totals: ReportTotals
  affiliates: AffiliateSummary[]
  extraDeposits: ExtraSummary[]
}

export function summarizeReport(report: PayoutReport, names: Names): ReportSummary {
  return {
    totals: report.totals,
    affiliates: report.affiliates.map((affiliate) => summarizeAffiliate(affiliate, names)),
    extraDeposits: report.extraDeposits.map((extra) => summarizeExtra(extra, names)),
  }
}

export function summarizeDeal(settled: SettledDeal, terms: PayoutTerms, names: Names): DealSummary {
  const { deposits } = settled
  const { affiliatePrice, pauses: _, ...deal } = settled.deal
  return {
    ...deal,
    ...settled.price,
    pricedBy: affiliatePrice ? terms.priceBy : 'deal',
    sourceNumber: foldSource(deal.sourceNumber),
    advertiserName: deal.advertiserName ?? names.advertisers.get(deal.advertiserId) ?? null,
    validLeads: settled.validLeads,
    invalidStatuses: Object.fromEntries(settled.invalidStatuses),
    outsideWorkingHours: settled.outsideWorkingHours,
    paused: settled.paused,
    capped: settled.capped,
    deposits: {
      inside: deposits.inside.length,
      outside: deposits.outside.length,
      unmatched: deposits.unmatched.length,
      ...countDeposits(settled),
    },
    actualConversionRate: computeConversionRate(settled),
    ...summarizeMoney(settled),
  }
}

export function detailDeal({ leads: all, deposits }: SettledDeal): DealDetails {
  const listLeads = (wanted: LeadFate) => all.filter(({ fate }) => fate === wanted)
  const leads = {
    invalid: listLeads('invalid'),
    outsideWorkingHours: listLeads('outsideWorkingHours'),
    paused: listLeads('paused'),
    capped: listLeads('capped'),
  }
  return {
    leadDetails: {
      invalid: showLeads(leads.invalid),
      outsideWorkingHours: showLeads(leads.outsideWorkingHours),
      paused: showLeads(leads.paused),
      capped: showLeads(leads.capped),
    },
    depositDetails: {
      inside: showDeposits(deposits.inside),
      outside: showDeposits(deposits.outside),
      unmatched: showDeposits(deposits.unmatched),
    },
    truncated: [
      leads.invalid,
      leads.outsideWorkingHours,
      leads.paused,
      leads.capped,
      deposits.inside,
      deposits.outside,
      deposits.unmatched,
    ].some((list) => list.length > DETAILS_SHOWN),
  }
}

/** The amounts of a deal, which are final only once all deals are settled. */
export function summarizeMoney(settled: SettledDeal): Pick<DealSummary, 'payout' | 'guarantee' | 'margin'> {
  return { payout: settled.money, guarantee: settled.guarantee, margin: marginOf(settled) }
}

function showLeads(leads: readonly FatedLead[]): LeadDetail[] {
  return leads.slice(0, DETAILS_SHOWN).map(({ lead: { email, status, createdAt } }) => ({ email, status, createdAt }))
}

function showDeposits(deposits: readonly PayoutDeposit[]): DepositDetail[] {
  return deposits.slice(0, DETAILS_SHOWN).map(({ email, createdAt, payout }) => ({ email, createdAt, payout }))
}

function summarizeAffiliate(affiliate: AffiliateTotal, names: Names): AffiliateSummary {
  const { deals, extraDeposits, advertiserIds, geoBreakdown, ...numbers } = affiliate
  return {
    ...numbers,
    affiliateName: names.publishers.get(affiliate.affiliateId) ?? null,
    advertisers: advertiserIds.map((id) => ({ id, name: nameOfAdvertiser(id, deals, names) })),
    geoBreakdown: geoBreakdown.map((geo) => ({ ...geo, invalidBreakdown: Object.fromEntries(geo.invalidBreakdown) })),
    capIds: deals.map(({ deal }) => deal.capId),
    extraDeposits: extraDeposits.map((extra) => summarizeExtra(extra, names)),
  }
}

/** The registered name, else a name from one of the deals. */
function nameOfAdvertiser(id: string, deals: readonly SettledDeal[], names: Names): string | null {
  const named = deals.find(({ deal }) => deal.advertiserId === id && deal.advertiserName !== null)
  return names.advertisers.get(id) ?? named?.deal.advertiserName ?? null
}

function summarizeExtra({ day, deposits, ...extra }: ExtraDeposits, names: Names): ExtraSummary {
  return {
    date: day,
    advertiserId: extra.advertiserId,
    advertiserName: names.advertisers.get(extra.advertiserId) ?? null,
    sourceNumber: extra.sourceNumber,
    geo: extra.geo,
    deposits: deposits.length,
    payout: extra.payout,
  }
}
