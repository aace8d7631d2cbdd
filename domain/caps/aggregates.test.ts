import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, type SourceNumber } from '#domain/kernel/identity.ts'
import { groupByGeo, narrowGroup, summarizeBrokers, summarizeSources, tally, type Tally } from './aggregates.ts'
import type { Cap } from './cap.ts'

const capLists = fc.uniqueArray(
  fc
    .record({
      _id: fc.uuid(),
      geo: fc.constantFrom('UK', 'GB', 'DE', 'FR', 'AT', 'US-EAST'),
      sourceNumber: fc.constantFrom('44', '5', '101', 'a').map((text) => brandText<SourceNumber>(text)),
      advertiserId: fc.constantFrom('A1', 'A2', 'B7'),
      advertiserName: fc.constantFrom('Alpha', 'Beta', null),
      cap: fc.oneof(fc.constantFrom(0, 10, 20), fc.integer({ min: 0, max: 1_000_000 })),
      actualCount: fc.integer({ min: 0, max: 1_000_000 }),
    })
    .map((fields) => buildCap(fields)),
  { maxLength: 40, selector: (cap) => cap._id },
)

describe('groups of a day', () => {
  it('add up to the totals by geo, by source and by broker', () => {
    fc.assert(
      fc.property(capLists, (caps) => {
        const total = tally(caps)
        expect(total).toEqual({
          caps: caps.length,
          planned: caps.reduce((sum, cap) => sum + cap.cap, 0),
          actual: caps.reduce((sum, cap) => sum + cap.actualCount, 0),
        })
        expect(addUp(groupByGeo(caps))).toEqual(total)
        expect(addUp(summarizeSources(caps))).toEqual(total)
        expect(addUp(summarizeBrokers(caps))).toEqual(total)
        for (const group of [...groupByGeo(caps), ...summarizeBrokers(caps)]) {
          expect(addUp(group.sourceSummaries)).toEqual(tallyOf(group))
        }
      }),
    )
  })

  it('hold each cap once, with those of its own geo', () => {
    fc.assert(
      fc.property(capLists, (caps) => {
        const groups = groupByGeo(caps)
        expect(groups.flatMap((group) => group.items).toSorted(byId)).toEqual(caps.toSorted(byId))
        expect(groups.map((group) => group.key)).toEqual([...new Set(groups.map((group) => group.key))])
        for (const group of groups) {
          expect(new Set(group.items.map((cap) => foldGeo(cap.geo)))).toEqual(new Set([group.key]))
          expect(tally(group.items)).toEqual(tallyOf(group))
        }
      }),
    )
  })

  it('add up to what is left where some caps are left out, and stay the same where none is', () => {
    fc.assert(
      fc.property(capLists, fc.nat({ max: 1_000_000 }), (caps, least) => {
        for (const group of groupByGeo(caps)) {
          const left = group.items.filter((cap) => cap.cap >= least)
          const narrowed = narrowGroup(group, left)
          expect(narrowed.items).toEqual(left)
          expect(tallyOf(narrowed)).toEqual(tally(left))
          expect(addUp(narrowed.sourceSummaries)).toEqual(tally(left))
          expect(narrowGroup(group, group.items)).toBe(group)
        }
      }),
    )
  })

  it('are in the order that people read: geos by name, the rest by planned', () => {
    fc.assert(
      fc.property(capLists, (caps) => {
        const groups = groupByGeo(caps)
        expect(groups.map((group) => group.geo)).toEqual(groups.map((group) => group.geo).toSorted())
        const plannedLists = [
          ...groups.map((group) => group.items.map((cap) => cap.cap)),
          ...groups.map((group) => group.sourceSummaries.map((summary) => summary.planned)),
          summarizeSources(caps).map((summary) => summary.planned),
          summarizeBrokers(caps).map((summary) => summary.planned),
        ]
        for (const planned of plannedLists) expect(planned).toEqual(planned.toSorted((a, b) => b - a))
      }),
    )
  })

  it('are the same whatever the order of the caps, so that no card jumps when a board refreshes', () => {
    const withShuffles = capLists.chain((caps) => {
      const all = fc.shuffledSubarray(caps, { minLength: caps.length, maxLength: caps.length })
      return fc.tuple(fc.constant(caps), all)
    })
    fc.assert(
      fc.property(withShuffles, ([caps, shuffled]) => {
        expect(groupByGeo(shuffled)).toEqual(groupByGeo(caps))
        expect(summarizeSources(shuffled)).toEqual(summarizeSources(caps))
        expect(summarizeBrokers(shuffled)).toEqual(summarizeBrokers(caps))
      }),
    )
  })
})

describe('groupByGeo', () => {
  it('takes UK and GB for one geo, shown as the folded form', () => {
    const [group, ...others] = groupByGeo([buildCap({ geo: 'UK', cap: 5 }), buildCap({ geo: 'GB', cap: 7 })])
    expect(others).toEqual([])
    expect(group).toMatchObject({ key: 'GB', geo: 'GB', planned: 12, caps: 2 })
  })

  it('shows a geo as all its caps write it, and orders it by what it shows', () => {
    const groups = groupByGeo([buildCap({ geo: 'UK' }), buildCap({ geo: 'IT' }), buildCap({ geo: 'DE' })])
    expect(groups.map((group) => [group.geo, group.key])).toEqual([
      ['DE', 'DE'],
      ['IT', 'IT'],
      ['UK', 'GB'],
    ])
  })

  it('orders caps of one number by source, then id', () => {
    const [group] = groupByGeo([
      buildCap({ sourceNumber: brandText<SourceNumber>('9'), advertiserId: 'A' }),
      buildCap({ sourceNumber: brandText<SourceNumber>('10'), advertiserId: 'A' }),
      buildCap({ sourceNumber: brandText<SourceNumber>('9'), advertiserId: 'B', cap: 11 }),
    ])
    expect(group?.items.map((cap) => `${cap.cap} ${cap.sourceNumber}`)).toEqual(['11 9', '10 10', '10 9'])
  })

  it('has no groups without caps', () => {
    expect([groupByGeo([]), summarizeSources([]), summarizeBrokers([])]).toEqual([[], [], []])
    expect(tally([])).toEqual({ actual: 0, planned: 0, caps: 0 })
  })
})

describe('summarizeBrokers', () => {
  it('orders brokers of one number by id', () => {
    const caps = ['B', 'C', 'A'].map((advertiserId) => buildCap({ advertiserId }))
    expect(summarizeBrokers(caps).map((broker) => broker.advertiserId)).toEqual(['A', 'B', 'C'])
  })

  it('names a broker as its largest named cap does', () => {
    const caps = [
      buildCap({ advertiserName: null, cap: 90 }),
      buildCap({ advertiserName: 'Old name', cap: 10 }),
      buildCap({ advertiserName: 'Alpha', cap: 50 }),
    ]
    expect(summarizeBrokers(caps).map((broker) => broker.advertiserName)).toEqual(['Alpha'])
  })

  it('leaves a broker without a name where no cap has one', () => {
    expect(summarizeBrokers([buildCap({ advertiserName: null })])[0]?.advertiserName).toBeNull()
  })
})

function buildCap(fields: Partial<Cap>): Cap {
  return {
    kind: 'broker',
    _id: '0197a000-0000-7000-8000-000000000001',
    date: brandText<Day>('2026-03-02'),
    geo: 'DE',
    sourceNumber: brandText<SourceNumber>('44'),
    cap: 10,
    actualCount: 0,
    workingHours: null,
    alwaysOn: false,
    cpa: null,
    crg: null,
    createdBy: '@ann',
    version: 1,
    advertiserId: 'A1',
    advertiserName: 'Alpha',
    ...fields,
  }
}

function tallyOf({ actual, planned, caps }: Tally): Tally {
  return { actual, planned, caps }
}

function addUp(tallies: Tally[]): Tally {
  const add = (sum: Tally, { actual, planned, caps }: Tally) => ({
    actual: sum.actual + actual,
    planned: sum.planned + planned,
    caps: sum.caps + caps,
  })
  return tallies.reduce(add, { actual: 0, planned: 0, caps: 0 })
}

function byId(one: Cap, other: Cap): number {
  return one._id < other._id ? -1 : 1
}
