import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certain, chanceBelow, findQuantiles, type NegativeBinomial } from './counts.ts'

const counts = fc.record({
  mean: fc.double({ min: 0.001, max: 20_000, noNaN: true }),
  size: fc.double({ min: 0.05, max: 1e6, noNaN: true }),
})

describe('negative binomial counts', () => {
  it('are Poisson where the size is large', () => {
    // R: qpois(c(0.1, 0.5, 0.9), 12); ppois(11, 12)
    expect(findQuantiles(certain({ mean: 12, size: 1e6 }), [0.1, 0.5, 0.9])).toEqual([8, 12, 17])
    expect(chanceBelow(certain({ mean: 12, size: 1e6 }), 12)).toBeCloseTo(0.4616, 3)
  })

  it('are geometric where the size is 1', () => {
    for (const count of [1, 2, 5, 40]) {
      expect(chanceBelow(certain({ mean: 4, size: 1 }), count)).toBeCloseTo(1 - 0.8 ** count, 12)
    }
  })

  it('are none where the mean is none', () => {
    expect(findQuantiles(certain({ mean: 0, size: 3 }), [0.1, 0.5, 0.9])).toEqual([0, 0, 0])
    expect(chanceBelow(certain({ mean: 0, size: 3 }), 1)).toBe(1)
    expect(chanceBelow(certain({ mean: 0, size: 3 }), 0)).toBe(0)
  })

  it('reach a chance at its quantile and not before', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (some, chance) => {
        const [quantile = -1] = findQuantiles(certain(some), [chance])
        expect(chanceBelow(certain(some), quantile)).toBeLessThan(chance)
        expect(chanceBelow(certain(some), quantile + 1)).toBeGreaterThanOrEqual(chance)
      }),
    )
  })

  it('have the mean that they are said to have', () => {
    for (const some of [
      { mean: 0.2, size: 0.3 },
      { mean: 7, size: 2 },
      { mean: 900, size: 50 },
      { mean: 900, size: 1e6 },
    ]) {
      expect(meanOf(some) / some.mean).toBeCloseTo(1, 6)
    }
  })
})

/** The sum over all counts of the chance of more. */
function meanOf(some: NegativeBinomial): number {
  let mean = 0
  for (let count = 1; ; count += 1) {
    const more = 1 - chanceBelow(certain(some), count)
    mean += more
    if (count > some.mean && more < 1e-12) return mean
  }
}
