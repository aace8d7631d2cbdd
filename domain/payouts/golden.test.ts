import { expect, it } from 'vitest'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import {
  dealsOf,
  depositsOf,
  leadsOf,
  readPayoutCases,
  sortRows,
  termsOf,
  type PayoutCase,
} from '#testing/golden/payout-cases.ts'
import { reportOf } from '#testing/payout-report.ts'
import { computeConversionRate, countDeposits, type Margin, type SettledDeal } from './deal.ts'
import type { AffiliateTotal, ExtraDeposits } from './affiliates.ts'
import type { PayoutDeposit, PayoutLead } from './rows.ts'
import { summarizeDeal } from './summary.ts'
import type { PayoutTerms } from './terms.ts'

it.each(readPayoutCases().map((example) => [example.name, example] as const))('%s', (_name, example) => {
  const shown = show(example)
  expect(shown).toMatchObject(sortRows(example.expected))
})

it('finds all cases', () => {
  expect(readPayoutCases().length).toBeGreaterThanOrEqual(25)
})

function show(example: PayoutCase) {
  const { totals, deals, affiliates, extraDeposits } = reportOf({
    ...example,
    zone: example.timezone,
    terms: termsOf(example),
    deals: dealsOf(example),
    leads: leadsOf(example),
    deposits: depositsOf(example),
  })
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
      margin: showMargin(totals.margin),
    },
    affiliateTotals: affiliates.map((affiliate) => showAffiliate(affiliate, names)),
    deals: deals.map((deal) => showDeal(deal, termsOf(example), names)),
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
    margin: showMargin(affiliate.margin),
    geoBreakdown: affiliate.geoBreakdown.map((geo) => ({
      ...geo,
      invalidBreakdown: Object.fromEntries(geo.invalidBreakdown),
      payout: dollarsFromCents(geo.payout),
      margin: showMargin(geo.margin),
    })),
  }
}

function showMargin(margin: Margin | null) {
  if (!margin) return null
  const [income, owed] = [dollarsFromCents(margin.income), dollarsFromCents(margin.owed)]
  return { income, owed, margin: income - owed }
}

function showDeal(settled: SettledDeal, terms: PayoutTerms, names: Names) {
  const { deal, price, deposits, money } = settled
  const { pricedBy, guarantee, margin } = summarizeDeal(settled, terms, {
    advertisers: new Map(),
    publishers: new Map(),
  })
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
    cpa: price.cpa === null ? null : dollarsFromCents(price.cpa),
    crg: price.crg === null ? null : percentFromBasisPoints(price.crg),
    workingHours: deal.workingHours,
    validLeads: settled.validLeads,
    invalidStatuses: Object.fromEntries(settled.invalidStatuses),
    outsideWorkingHours: settled.outsideWorkingHours,
    paused: settled.paused,
    capped: settled.capped,
    conversionStats: {
      insideWorkingHours: deposits.inside.length,
      outsideWorkingHours: deposits.outside.length,
      unmatched: deposits.unmatched.length,
      actualCrPercentage: computeConversionRate(settled),
      targetCrPercentage: price.crg === null ? null : percentFromBasisPoints(price.crg),
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
    pricedBy,
    guarantee: guarantee && {
      worth: dollarsFromCents(guarantee.worth),
      reached: dollarsFromCents(guarantee.reached),
      isPooled: guarantee.name !== deal.capId,
    },
    margin: showMargin(margin),
    leadDetails: {
      invalid: leadsOfFate('invalid').map(showLead),
      outsideWorkingHours: leadsOfFate('outsideWorkingHours').map(showLead),
      paused: leadsOfFate('paused').map(showLead),
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
