import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { computeReference, type ReferenceReport } from '#testing/payout-reference.ts'
import { reportOf } from '#testing/payout-report.ts'
import { payoutWorlds, type PayoutWorld } from '#testing/payout-worlds.ts'
import { compareByAge } from './conversions.ts'
import { countDeposits, type SettledDeal } from './deal.ts'
import { readInvalidStatuses, type LeadFate } from './fates.ts'
import { listPlaced } from './placed.ts'
import { formatPlace, formatRow, placeOfDeal, placeOfLead, type Deal } from './rows.ts'
import { detailDeal } from './summary.ts'

const RUNS = process.env['SOAK'] === '1' ? 10_000 : 300

it('is what the plain reading of the rules gives', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      expect(summarize(world)).toEqual(computeReference(world))
    }),
    { numRuns: RUNS },
  )
})

it('is the same whatever the order of the input', () => {
  const shuffled = payoutWorlds.chain((world) =>
    fc.record({
      world: fc.constant(world),
      deals: shuffle(world.deals),
      leads: shuffle(world.leads),
      deposits: shuffle(world.deposits),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ world, ...others }) => {
      expect(reportOf({ ...world, ...others })).toEqual(reportOf(world))
    }),
    { numRuns: RUNS },
  )
})

it('has its deals in the order of code points, as what is out of deal has it', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      const deals = world.deals
        .slice(0, 1)
        .flatMap((deal) =>
          ['😀', '\uffee'].map((id) => ({ ...deal, date: world.range.start, advertiserId: id, capId: id })),
        )
      fc.pre(deals.length > 0)
      const report = reportOf({ ...world, deals, leads: [], deposits: [] })
      expect(report.deals.map(({ deal }) => deal.advertiserId)).toEqual(['\uffee', '😀'])
    }),
    { numRuns: 20 },
  )
})

it('names no advertiser where it is not known', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      const deposits = world.deposits.map((each) => ({ ...each, advertiserId: '' }))
      const { affiliates } = reportOf({ ...world, deals: [], deposits })
      expect(affiliates.flatMap(({ advertiserIds }) => advertiserIds)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

it('shows at most 20 leads of a deal that came to the same, and tells that there are more', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      for (const settled of reportOf(world).deals) {
        for (const one of settled.leads.slice(0, 1)) {
          const leads = Array.from({ length: 21 }, () => ({ ...one, fate: 'invalid' as const }))
          const { leadDetails, truncated } = detailDeal({ ...settled, leads })
          expect([leadDetails.invalid.length, truncated]).toEqual([20, true])
        }
      }
    }),
    { numRuns: 20 },
  )
})

it('spells an invalid status as the setting does first', () => {
  expect([...readInvalidStatuses(['Wrong number', 'wrong_number']).values()]).toEqual(['Wrong number'])
})

it('gives each lead with a deal one fate and each deposit of the range one list, and its parts add up', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      const report = reportOf(world)
      const settled = report.deals
      const fated = settled.flatMap(({ leads }) => leads.map(({ lead }) => lead))
      const ofReport = world.deals.filter(({ date }) => date >= world.range.start && date <= world.range.end)
      const places = new Set(ofReport.map((deal) => formatPlace(placeOfDeal(deal))))
      const zone = zoneOf(world.zone)
      const ofDeals = world.leads.filter((lead) => places.has(formatPlace(placeOfLead(lead, zone))))
      expect(new Set(fated)).toEqual(new Set(ofDeals))
      expect(fated.length).toBe(ofDeals.length)

      const inDeals = settled.flatMap(({ deposits }) => Object.values(deposits).flat())
      const listed = [
        ...inDeals,
        ...report.extraDeposits.flatMap(({ deposits }) => deposits.map(({ deposit }) => deposit)),
      ]
      const ofRange = world.deposits.filter(({ createdAt }) => {
        const day = zone.dayOf(createdAt)
        return day >= world.range.start && day <= world.range.end
      })
      expect(new Set(listed.map(formatRow))).toEqual(new Set(ofRange.map(formatRow)))
      expect(listed.length).toBe(ofRange.length)
      expect(listPlaced(report).map(({ deposit }) => deposit)).toEqual(listed.toSorted(compareByAge))
      expect(report.totals.deposits).toBe(ofRange.length)

      const { totals, affiliates } = report
      const total = (count: (affiliate: (typeof affiliates)[number]) => number) =>
        affiliates.reduce((sum, affiliate) => sum + count(affiliate), 0)
      expect(totals.totalPayout).toBe(total(({ totalPayout }) => totalPayout))
      expect(totals.totalPayout).toBe(totals.cpaWithExtras + totals.crgNet)
      expect(totals.totalPayout).toBe(
        total(({ geoBreakdown }) => geoBreakdown.reduce((sum, { payout }) => sum + payout, 0)),
      )
      expect(totals.validLeads).toBe(
        total(({ geoBreakdown }) => geoBreakdown.reduce((sum, { validLeads }) => sum + validLeads, 0)),
      )
      expect(total(({ deposits }) => deposits)).toBe(
        settled.reduce((sum, deal) => sum + countDeposits(deal).total, 0) +
          report.extraDeposits.reduce((sum, { deposits }) => sum + deposits.length, 0),
      )
    }),
    { numRuns: RUNS },
  )
})

const DAYS_OF_RANGE = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'].flatMap((text) => parseDay(text) ?? [])

it('pays every deposit of a long range once in back-to-back ranges', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      const count = (range: PayoutWorld['range']) => reportOf({ ...world, range }).totals.deposits
      const days = DAYS_OF_RANGE.map((day) => ({ start: day, end: day }))
      expect(days.reduce((sum, range) => sum + count(range), 0)).toBe(count(world.range))
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  )
})

it('adds up to one long range in back-to-back ranges where later deposits are settled with their deals', () => {
  fc.assert(
    fc.property(payoutWorlds, (random) => {
      const world: PayoutWorld = { ...random, terms: { ...random.terms, guarantee: 'deal', earlierLeads: 'settled' } }
      const owed = (range: PayoutWorld['range']) =>
        reportOf({ ...world, range }).affiliates.map(
          ({ affiliateId, totalPayout }) => [affiliateId, totalPayout] as const,
        )
      const days = DAYS_OF_RANGE.flatMap((day) => owed({ start: day, end: day }))
      const ofDays = Map.groupBy(days, ([affiliateId]) => affiliateId)
      const sums = [...ofDays].map(([id, rows]) => [id, rows.reduce((sum, [, payout]) => sum + payout, 0)])
      expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(owed(world.range)))
    }),
    { numRuns: RUNS },
  )
})

function summarize(world: PayoutWorld): ReferenceReport {
  const report = reportOf(world)
  const topUps: ReferenceReport['topUps'] = {}
  for (const { deal, money } of report.deals) {
    const name = world.terms.guarantee === 'pool' ? nameOfPool(deal) : deal.capId
    topUps[name] = (topUps[name] ?? 0) + money.crgComponent
  }
  return {
    deals: Object.fromEntries(report.deals.map((deal) => [deal.deal.capId, summarizeDeal(deal)])),
    topUps,
    outOfDeal: Object.fromEntries(
      report.extraDeposits.map(({ day, geo, advertiserId, sourceNumber, deposits, payout }) => [
        [day, geo, advertiserId, sourceNumber].join(' '),
        { deposits: deposits.length, payout },
      ]),
    ),
    unpriced: report.totals.unpricedDeposits,
  }
}

function nameOfPool({ sourceNumber, advertiserId, geo }: Deal): string {
  return [foldSource(sourceNumber), advertiserId, foldGeo(geo)].join(' ')
}

function summarizeDeal({ leads, deposits, money }: SettledDeal) {
  const idsOf = (wanted: LeadFate) => leads.flatMap(({ lead, fate }) => (fate === wanted ? [lead.id] : []))
  const ids = (rows: readonly { id: string; createdAt: number }[]) =>
    rows.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
  return {
    valid: idsOf('valid'),
    invalid: idsOf('invalid'),
    outside: idsOf('outsideWorkingHours'),
    paused: idsOf('paused'),
    capped: idsOf('capped'),
    insideDeposits: ids(deposits.inside),
    outsideDeposits: ids(deposits.outside),
    unmatchedDeposits: ids(deposits.unmatched),
    cpa: money.cpaComponent,
    extras: money.extras,
  }
}

function shuffle<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length })
}
