import { expect, it } from 'vitest'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import {
  dealsOf,
  depositsOf,
  leadsOf,
  readPayoutCases,
  sortRows,
  type PayoutCase,
} from '#testing/golden/payout-cases.ts'
import { computeConversionRate, countDeposits, type SettledDeal } from './deal.ts'
import type { AffiliateTotal, ExtraDeposits } from './affiliates.ts'
import { openReport } from './report.ts'
import { formatPlace, placeOfDeal, placeOfLead, type PayoutDeposit, type PayoutLead } from './rows.ts'

it.each(readPayoutCases().map((example) => [example.name, example] as const))('%s', (_name, example) => {
  const shown = show(example)
  expect(shown).toMatchObject(sortRows(example.expected))
})

it('finds all cases', () => {
  expect(readPayoutCases().length).toBeGreaterThanOrEqual(16)
})

function show(example: PayoutCase) {
  const zone = zoneOf(example.timezone)
  const [deals, leads, deposits] = [dealsOf(example), leadsOf(example), depositsOf(example)]
  const report = openReport({ ...example, zone }, deals, { leads, deposits })
  const byPlace = Map.groupBy(leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  const settled = deals.map((deal) => report.settle(deal, byPlace.get(formatPlace(placeOfDeal(deal))) ?? []))
  const { totals, affiliates, extraDeposits } = report.close(settled)
  const names = {
    advertisers: new Map(example.advertisers.map(({ advertiserId, name }) => [advertiserId, name])),
    publishers: new Map(example.publishers.map(({ sourceNumber, name }) => [sourceNumber, name])),
  }
  return sortRows({
    totals: {
      ...totals,
      cpaWithExtras: dollarsFromCents(totals.cpaWithExtras),
      crgNet: dollarsFromCents(totals.crgNet),
      totalPayout: dollarsFromCents(totals.totalPayout),
    },
    affiliateTotals: affiliates.map((affiliate) => showAffiliate(affiliate, names)),
    deals: settled.map((deal) => showDeal(deal, names)),
    extraDeposits: extraDeposits.map((extra) => showExtra(extra, names)),
  })
}

interface Names {
  advertisers: ReadonlyMap<string, string>
  publishers: ReadonlyMap<string, string>
}

function showAffiliate(affiliate: AffiliateTotal, names: Names) {
  return {
    affiliateId: affiliate.affiliateId,
    affiliateName: names.publishers.get(affiliate.affiliateId) ?? null,
    advertisers: affiliate.advertiserIds.map((id) => ({ id, name: names.advertisers.get(id) ?? null })),
    validLeads: affiliate.validLeads,
    deposits: affiliate.deposits,
    cpaComponent: dollarsFromCents(affiliate.cpaComponent),
    crgComponent: dollarsFromCents(affiliate.crgComponent),
    extraPayout: dollarsFromCents(affiliate.extraPayout),
    totalPayout: dollarsFromCents(affiliate.totalPayout),
    geoBreakdown: affiliate.geoBreakdown.map((geo) => ({
      ...geo,
      invalidBreakdown: Object.fromEntries(geo.invalidBreakdown),
      payout: dollarsFromCents(geo.payout),
    })),
  }
}

function showDeal(settled: SettledDeal, names: Names) {
  const { deal, deposits, money } = settled
  const { extras, total } = countDeposits(settled)
  const leadsOfFate = (wanted: string) => settled.leads.flatMap(({ lead, fate }) => (fate === wanted ? [lead] : []))
  return {
    capId: deal.capId,
    date: deal.date,
    advertiserId: deal.advertiserId,
    advertiserName: deal.advertiserName ?? names.advertisers.get(deal.advertiserId) ?? null,
    sourceNumber: deal.sourceNumber.replace('#', ''),
    geo: deal.geo,
    cap: deal.cap,
    cpa: deal.cpa === null ? null : dollarsFromCents(deal.cpa),
    crg: deal.crg === null ? null : percentFromBasisPoints(deal.crg),
    workingHours: deal.workingHours,
    validLeads: settled.validLeads,
    invalidStatuses: Object.fromEntries(settled.invalidStatuses),
    outsideWorkingHours: settled.outsideWorkingHours,
    capped: settled.capped,
    conversionStats: {
      insideWorkingHours: deposits.inside.length,
      outsideWorkingHours: deposits.outside.length,
      unmatched: deposits.unmatched.length,
      actualCrPercentage: computeConversionRate(settled),
      targetCrPercentage: deal.crg === null ? null : percentFromBasisPoints(deal.crg),
    },
    deposits: {
      inside: deposits.inside.length,
      outside: deposits.outside.length,
      unmatched: deposits.unmatched.length,
      extras,
      total,
    },
    payout: {
      cpaComponent: dollarsFromCents(money.cpaComponent),
      crgComponent: dollarsFromCents(money.crgComponent),
      extras: dollarsFromCents(money.extras),
      total: dollarsFromCents(money.total),
    },
    leadDetails: {
      invalid: leadsOfFate('invalid').map(showLead),
      outsideWorkingHours: leadsOfFate('outsideWorkingHours').map(showLead),
      capped: leadsOfFate('capped').map(showLead),
    },
    depositDetails: {
      inside: deposits.inside.map(showDeposit),
      outside: deposits.outside.map(showDeposit),
      unmatched: deposits.unmatched.map(showDeposit),
    },
  }
}

function showExtra({ day, deposits, payout, ...place }: ExtraDeposits, names: Names) {
  const advertiserName = names.advertisers.get(place.advertiserId) ?? null
  return { ...place, date: day, advertiserName, deposits: deposits.length, payout: dollarsFromCents(payout) }
}

function showLead({ email, status, createdAt }: PayoutLead) {
  return { email, status, createdAt: showInstant(formatInstant(createdAt)) }
}

function showDeposit({ email, createdAt, payout }: PayoutDeposit) {
  return {
    email,
    createdAt: showInstant(formatInstant(createdAt)),
    payout: payout === null ? null : dollarsFromCents(payout),
  }
}

/** The cases write whole seconds. */
function showInstant(text: string): string {
  return text.replace('.000Z', 'Z')
}
