import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import { addDays } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { drawConvertingDeals } from '#testing/converting-deals.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { TODAY } from '#testing/sweeps.ts'
import { findHalving, MATURE_DAYS, OWN_WEEKS } from './conversion.ts'
import { knowRate, learnPriors, type ConversionCount } from './rate.ts'

function deal(
  fields: Partial<{ geo: string; advertiserId: string; source: string; leads: number; deposits: number }>,
): ConversionCount {
  const { geo = 'DE', advertiserId = 'B-1', source = '44', leads = 500, deposits = 40 } = fields
  return {
    geo: foldGeo(geo),
    advertiserId,
    sourceNumber: foldSource(source),
    leads,
    deposits,
    guaranteed: brandNumber(800),
    from: addDays(TODAY, -59),
    to: addDays(TODAY, -7),
  }
}

describe('what is known of a rate', () => {
  it('is even where nothing is known', () => {
    const even = knowRate(1, 1)
    for (const rate of [0, 0.3, 0.5, 1]) expect(even.chanceBelow(rate)).toBeCloseTo(rate, 2)
  })

  it('agrees with the Beta distribution', () => {
    const known = knowRate(2, 2)
    for (const rate of [0.1, 0.4, 0.9]) expect(known.chanceBelow(rate)).toBeCloseTo(3 * rate ** 2 - 2 * rate ** 3, 3)
    // Beta(41, 461), from tables of the incomplete beta function.
    expect(knowRate(41, 461).quantiles.p50).toBeCloseTo(0.0811, 3)
  })

  it('rises with the rate, and its values are in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 50_000 }), (hits, misses) => {
        const { chanceBelow, quantiles } = knowRate(hits, misses)
        const chances = [0, 0.01, 0.05, 0.2, 0.7, 1].map(chanceBelow)
        // Sums of many small chances are exact to so many digits.
        for (const [at, chance] of chances.entries()) expect(chance).toBeGreaterThan((chances[at - 1] ?? 0) - 1e-9)
        expect(chances.at(-1)).toBeCloseTo(1, 6)
        expect(quantiles.p10).toBeLessThanOrEqual(quantiles.p50)
        expect(quantiles.p50).toBeLessThanOrEqual(quantiles.p90)
      }),
    )
  })
})

describe('what is expected of a deal before its own leads', () => {
  it('is what others of its geo and broker do, rather than what all do', () => {
    const low = [1, 2, 3, 4].map((source) => deal({ geo: 'FR', source: String(source), leads: 2_000, deposits: 40 }))
    const high = [1, 2, 3, 4].map((source) => deal({ source: String(source), leads: 2_000, deposits: 200 }))
    const own = deal({ geo: 'FR', source: '9', leads: 10, deposits: 5 })
    const priorOf = learnPriors([...low, ...high, own])
    expect(priorOf(own)).toBeGreaterThan(0.018)
    expect(priorOf(own)).toBeLessThan(0.03)
  })

  it('never rests on its own leads', () => {
    const others = [1, 2, 3].map((source) => deal({ source: String(source) }))
    const rates = [0, 500].map((deposits) => {
      const own = deal({ source: '9', deposits })
      return learnPriors([...others, own])(own)
    })
    expect(rates).toEqual([expect.closeTo(0.08), expect.closeTo(0.08)])
  })

  it('is its guarantee where there is no other', () => {
    const alone = deal({ leads: 10, deposits: 10 })
    expect(learnPriors([alone])(alone)).toBeCloseTo(0.08)
  })
})

describe('a deal against its own past', () => {
  /** The first day from one on, every day, on which it is told. */
  function findTold(days: { leads: number; deposits: number }[], from: number): number | null {
    for (let day = from; day < days.length; day += 1) {
      const weeks = Array.from({ length: OWN_WEEKS }, (_week, back) => {
        const end = day - MATURE_DAYS + 1 - 7 * back
        const week = days.slice(Math.max(0, end - 7), Math.max(0, end))
        return {
          leads: week.reduce((sum, { leads }) => sum + leads, 0),
          deposits: week.reduce((sum, { deposits }) => sum + deposits, 0),
        }
      })
      if (findHalving({ ...deal({}), weeks }, brokerCap({}), TODAY)) return day
    }
    return null
  }

  const isSoak = process.env['SOAK'] === '1'

  it('tells a halving in a median of 40 days', () => {
    const fallsAt = 140
    const delays = drawConvertingDeals(1, isSoak ? 1_000 : 150, fallsAt + 100, fallsAt).map(
      (days) => (findTold(days, fallsAt) ?? Number.POSITIVE_INFINITY) - fallsAt,
    )
    const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]
    expect(median).toBeLessThanOrEqual(40)
  })

  it('tells none of 150 deals that are what they were', () => {
    const worlds = isSoak ? [2, 3, 4, 5, 6, 7, 8, 9] : [2]
    const told = worlds.map(
      (seed) => drawConvertingDeals(seed, 150, 240, null).filter((days) => findTold(days, 40) !== null).length,
    )
    // By chance one in about three years of 150 deals: none in the 200 days of most worlds.
    expect(told.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(worlds.length / 4)
  })

  it('says what fell since when, and is silent where little is known', () => {
    const week = (deposits: number) => ({ leads: 100, deposits })
    const own = {
      ...deal({}),
      weeks: [...Array.from({ length: 4 }, () => week(8)), ...Array.from({ length: 9 }, () => week(20))],
    }
    const found = findHalving(own, brokerCap({ cpa: brandNumber(60_000) }), TODAY)
    expect(found).toMatchObject({
      p: null,
      suggestion: {
        kind: 'conversion',
        evidence: {
          leads: 400,
          deposits: 32,
          leadsBefore: 900,
          depositsBefore: 180,
          weeksBefore: 9,
          from: addDays(TODAY, -34),
        },
        gain: { leads: 48, cents: 48 * 60_000 },
      },
    })
    expect(findHalving({ ...own, weeks: own.weeks.slice(0, 5) }, brokerCap({}), TODAY)).toBeNull()
    expect(findHalving(own, undefined, TODAY)).toBeNull()
  })

  it('tells a deal of thousands of deposits that has none any more', () => {
    const weeks = Array.from({ length: OWN_WEEKS }, (_, back) => ({ leads: 3_000, deposits: back < 10 ? 0 : 300 }))
    const found = findHalving({ ...deal({}), weeks }, brokerCap({}), TODAY)
    expect(found).toMatchObject({ suggestion: { evidence: { leads: 30_000, deposits: 0 }, confidence: 1 } })
  })
})
