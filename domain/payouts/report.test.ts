import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { zoneOf } from '#domain/kernel/zone.ts'
import { computeReference, type ReferenceReport } from '#testing/payout-reference.ts'
import { payoutWorlds, type PayoutWorld } from '#testing/payout-worlds.ts'
import { countDeposits, type SettledDeal } from './deal.ts'
import type { LeadFate } from './fates.ts'
import { openReport } from './report.ts'
import { formatPlace, placeOfDeal, placeOfLead } from './rows.ts'

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
      expect(compute({ ...world, ...others }).report).toEqual(compute(world).report)
    }),
    { numRuns: RUNS },
  )
})

it('gives each lead with a deal one fate and each deposit of the range one list, and its parts add up', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      const { report, settled } = compute(world)
      const fated = settled.flatMap(({ leads }) => leads.map(({ lead }) => lead))
      const places = new Set(world.deals.map((deal) => formatPlace(placeOfDeal(deal))))
      const zone = zoneOf(world.zone)
      const ofDeals = world.leads.filter((lead) => places.has(formatPlace(placeOfLead(lead, zone))))
      expect(new Set(fated)).toEqual(new Set(ofDeals))
      expect(fated.length).toBe(ofDeals.length)

      const inDeals = settled.flatMap(({ deposits }) => Object.values(deposits).flat())
      const listed = [...inDeals, ...report.extraDeposits.flatMap(({ deposits }) => deposits)]
      const ofRange = world.deposits.filter(({ createdAt }) => {
        const day = zone.dayOf(createdAt)
        return day >= world.range.start && day <= world.range.end
      })
      expect(new Set(listed)).toEqual(new Set(ofRange))
      expect(listed.length).toBe(ofRange.length)
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

it('pays every deposit of a long range once in back-to-back ranges', () => {
  fc.assert(
    fc.property(payoutWorlds, (world) => {
      const [first, second] = [world.range.start, world.range.end]
      const days = [first, second].flatMap((day) => [{ start: day, end: day }])
      const count = (range: PayoutWorld['range']) =>
        compute({ ...world, range, deals: world.deals.filter(({ date }) => date >= range.start && date <= range.end) })
          .report.totals.deposits
      const zone = zoneOf(world.zone)
      const expected = world.deposits.filter(({ createdAt }) => [first, second].includes(zone.dayOf(createdAt)))
      expect(days.reduce((sum, range) => sum + count(range), 0)).toBe(expected.length)
    }),
    { numRuns: RUNS / 3 },
  )
})

function compute(world: PayoutWorld) {
  const zone = zoneOf(world.zone)
  const open = openReport({ ...world, zone }, world.deals, world)
  const byPlace = Map.groupBy(world.leads, (lead) => formatPlace(placeOfLead(lead, zone)))
  const settled = world.deals.map((deal) => open.settle(deal, byPlace.get(formatPlace(placeOfDeal(deal))) ?? []))
  return { report: open.close(settled), settled }
}

function summarize(world: PayoutWorld): ReferenceReport {
  const { report, settled } = compute(world)
  return {
    deals: Object.fromEntries(settled.map((deal) => [deal.deal.capId, summarizeDeal(deal)])),
    outOfDeal: Object.fromEntries(
      report.extraDeposits.map(({ day, geo, advertiserId, sourceNumber, deposits, payout }) => [
        [day, geo, advertiserId, sourceNumber].join(' '),
        { deposits: deposits.length, payout },
      ]),
    ),
    unpriced: report.totals.unpricedDeposits,
  }
}

function summarizeDeal({ leads, deposits, money }: SettledDeal) {
  const idsOf = (wanted: LeadFate) => leads.flatMap(({ lead, fate }) => (fate === wanted ? [lead.id] : []))
  const ids = (rows: readonly { id: string; createdAt: number }[]) =>
    rows.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
  return {
    valid: idsOf('valid'),
    invalid: idsOf('invalid'),
    outside: idsOf('outsideWorkingHours'),
    capped: idsOf('capped'),
    insideDeposits: ids(deposits.inside),
    outsideDeposits: ids(deposits.outside),
    unmatchedDeposits: ids(deposits.unmatched),
    cpa: money.cpaComponent,
    crg: money.crgComponent,
    extras: money.extras,
  }
}

function shuffle<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length })
}
