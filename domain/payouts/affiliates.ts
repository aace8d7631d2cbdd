import type { Cents } from '#domain/kernel/cents.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { countDeposits, marginOf, type Margin, type SettledDeal } from './deal.ts'
import { addCents } from './money.ts'
import type { OutOfDeal } from './placement.ts'
import { formatPlace, type Place } from './rows.ts'

/** Deposits of one place that belong to no deal. */
export interface ExtraDeposits extends Place {
  deposits: PlacedDeposit[]
  /** As reported, or as settled with their deals of other days. */
  payout: Cents
}

/** A deposit out of deal, with its amount. */
export type PlacedDeposit = Omit<OutOfDeal, 'place'>

export interface GeoBreakdown {
  geo: string
  deals: number
  validLeads: number
  invalidStatuses: number
  invalidBreakdown: Map<string, number>
  outsideWorkingHours: number
  paused: number
  capped: number
  /** Deposits out of deal included. */
  deposits: number
  payout: Cents
  margin: Margin | null
}

/** The amount that one source is owed. */
export interface AffiliateTotal {
  affiliateId: string
  advertiserIds: string[]
  validLeads: number
  deposits: number
  cpaComponent: Cents
  crgComponent: Cents
  /** Extras of its deals plus its deposits out of deal. */
  extraPayout: Cents
  totalPayout: Cents
  /** Over its deals whose affiliate cap has a price; null if none has. */
  margin: Margin | null
  geoBreakdown: GeoBreakdown[]
  deals: SettledDeal[]
  extraDeposits: ExtraDeposits[]
}

export function groupExtras(outOfDeal: readonly OutOfDeal[]): ExtraDeposits[] {
  const groups = Map.groupBy(outOfDeal, ({ place }) => formatPlace(place))
  return [...groups]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .flatMap(([, rows]) => {
      const deposits = rows.map(({ place: _, ...row }) => row)
      const payout = addCents(rows.map((row) => row.payout))
      return rows.slice(0, 1).map(({ place }) => ({ ...place, deposits, payout }))
    })
}

/** Totals by source. Docs/rules.md, Payout report 6 and 8. */
export function totalAffiliates(deals: readonly SettledDeal[], extras: readonly ExtraDeposits[]): AffiliateTotal[] {
  const dealsBySource = Map.groupBy(deals, ({ deal }) => foldSource(deal.sourceNumber))
  const extrasBySource = Map.groupBy(extras, ({ sourceNumber }) => foldSource(sourceNumber))
  const sources = new Set([...dealsBySource.keys(), ...extrasBySource.keys()])
  return [...sources]
    .toSorted(compareCodePoints)
    .map((source) => totalAffiliate(source, dealsBySource.get(source) ?? [], extrasBySource.get(source) ?? []))
}

function totalAffiliate(affiliateId: string, deals: SettledDeal[], extraDeposits: ExtraDeposits[]): AffiliateTotal {
  const outOfDeal = extraDeposits.map(({ payout }) => payout)
  const extraPayout = addCents([...deals.map(({ money }) => money.extras), ...outOfDeal])
  const cpaComponent = addCents(deals.map(({ money }) => money.cpaComponent))
  const crgComponent = addCents(deals.map(({ money }) => money.crgComponent))
  const advertiserIds = [
    ...deals.map(({ deal }) => deal.advertiserId),
    ...extraDeposits.map(({ advertiserId }) => advertiserId),
  ]
  return {
    affiliateId,
    advertiserIds: [...new Set(advertiserIds)].filter((id) => id !== '').toSorted(compareCodePoints),
    validLeads: sum(deals, ({ validLeads }) => validLeads),
    deposits: countAll(deals, extraDeposits),
    cpaComponent,
    crgComponent,
    extraPayout,
    totalPayout: addCents([cpaComponent, crgComponent, extraPayout]),
    margin: addMargins(deals.map(marginOf)),
    geoBreakdown: breakDownByGeo(deals, extraDeposits),
    deals,
    extraDeposits,
  }
}

function breakDownByGeo(deals: readonly SettledDeal[], extras: readonly ExtraDeposits[]): GeoBreakdown[] {
  const dealsByGeo = Map.groupBy(deals, ({ deal }) => foldGeo(deal.geo))
  const extrasByGeo = Map.groupBy(extras, ({ geo }) => foldGeo(geo))
  const geos = new Set([...dealsByGeo.keys(), ...extrasByGeo.keys()])
  return [...geos]
    .toSorted(compareCodePoints)
    .map((geo) => describeGeo(geo, dealsByGeo.get(geo) ?? [], extrasByGeo.get(geo) ?? []))
}

function describeGeo(geo: string, deals: readonly SettledDeal[], extras: readonly ExtraDeposits[]): GeoBreakdown {
  const invalidBreakdown = mergeTallies(deals.map(({ invalidStatuses }) => invalidStatuses))
  return {
    geo,
    deals: deals.length,
    validLeads: sum(deals, ({ validLeads }) => validLeads),
    invalidStatuses: sum([...invalidBreakdown.values()], (count) => count),
    invalidBreakdown,
    outsideWorkingHours: sum(deals, ({ outsideWorkingHours }) => outsideWorkingHours),
    paused: sum(deals, ({ paused }) => paused),
    capped: sum(deals, ({ capped }) => capped),
    deposits: countAll(deals, extras),
    payout: addCents([...deals.map(({ money }) => money.total), ...extras.map(({ payout }) => payout)]),
    margin: addMargins(deals.map(marginOf)),
  }
}

/** Adds margins; null if all are null. */
export function addMargins(margins: readonly (Margin | null)[]): Margin | null {
  const known = margins.filter((margin) => margin !== null)
  if (known.length === 0) return null
  return { income: addCents(known.map(({ income }) => income)), owed: addCents(known.map(({ owed }) => owed)) }
}

function countAll(deals: readonly SettledDeal[], extras: readonly ExtraDeposits[]): number {
  return sum(deals, (deal) => countDeposits(deal).total) + sum(extras, ({ deposits }) => deposits.length)
}

function mergeTallies(tallies: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const merged = new Map<string, number>()
  for (const tally of tallies) {
    for (const [status, count] of tally) merged.set(status, (merged.get(status) ?? 0) + count)
  }
  return merged
}

export function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
