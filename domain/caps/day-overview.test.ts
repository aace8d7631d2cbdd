import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokerCap, brokerCapLists } from '#testing/standing-caps.ts'
import type { Tally } from './aggregates.ts'
import { computeDayOverview } from './day-overview.ts'

describe('computeDayOverview', () => {
  it('names each geo, broker and source once, and each list adds up to the total', () => {
    fc.assert(
      fc.property(brokerCapLists, (caps) => {
        const { total, geos, geoTotals, brokerTotals, sourceTotals } = computeDayOverview(caps)
        expect(total.caps).toBe(caps.length)
        const perGeo = geos.map(({ brokerSummaries, ...group }) => ({ group, brokerSummaries }))
        for (const list of [geos, geoTotals, brokerTotals, sourceTotals]) expect(addUp(list)).toEqual(total)
        for (const { group, brokerSummaries } of perGeo) expect(addUp(brokerSummaries)).toEqual(addUp([group]))
        expect(geoTotals.length).toBe(new Set(geos.map(({ key }) => key)).size)
        expect(brokerTotals.length).toBe(new Set(caps.map(({ advertiserId }) => advertiserId)).size)
        expect(sourceTotals.length).toBe(new Set(caps.map(({ sourceNumber }) => sourceNumber)).size)
      }),
    )
  })

  it('has the sections by name and the totals by planned, those of one number by name', () => {
    const planned: [string, number][] = [
      ['AT', 5],
      ['DE', 20],
      ['FR', 5],
      ['IT', 30],
    ]
    const caps = planned.toReversed().map(([geo, cap]) => brokerCap({ geo, cap }))
    const { geos, geoTotals } = computeDayOverview(caps)
    expect(geos.map(({ geo }) => geo)).toEqual(['AT', 'DE', 'FR', 'IT'])
    expect(geoTotals.map(({ geo }) => geo)).toEqual(['IT', 'DE', 'AT', 'FR'])
  })

  it('counts UK and GB as one geo, and a broker of two names as one broker', () => {
    const { geos, brokerTotals, sourceTotals } = computeDayOverview([
      brokerCap({ geo: 'UK', sourceNumber: '5', advertiserName: 'Alster' }),
      brokerCap({ geo: 'GB', sourceNumber: '9', advertiserName: null }),
    ])
    expect([geos.length, brokerTotals.length, sourceTotals.length]).toEqual([1, 1, 2])
  })

  it('is empty without caps', () => {
    expect(computeDayOverview([])).toEqual({
      total: { actual: 0, planned: 0, caps: 0 },
      geos: [],
      geoTotals: [],
      brokerTotals: [],
      sourceTotals: [],
    })
  })
})

function addUp(tallies: Tally[]): Tally {
  const sum = { actual: 0, planned: 0, caps: 0 }
  for (const { actual, planned, caps } of tallies) {
    sum.actual += actual
    sum.planned += planned
    sum.caps += caps
  }
  return sum
}
