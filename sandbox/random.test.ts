import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

describe('the seeded die', () => {
  it('falls the same way for the same seed and another way for a neighbour', () => {
    const roll = (...seed: (string | number)[]) => {
      const random = createRandom(...seed)
      return Array.from({ length: 20 }, () => random.integer(0, 1_000_000))
    }
    expect(roll(1, 'caps')).toEqual(roll(1, 'caps'))
    expect(roll(1, 'caps')).not.toEqual(roll(2, 'caps'))
    expect(roll(1, 'caps')).not.toEqual(roll(1, 'leads'))
  })

  it('stays in its range and reaches both ends', () => {
    const random = createRandom('range')
    const rolled = new Set(Array.from({ length: 500 }, () => random.integer(3, 6)))
    expect(rolled).toEqual(new Set([3, 4, 5, 6]))
  })

  it('weighs: a value without weight never comes, a heavy one often', () => {
    const random = createRandom('weights')
    const picks = Array.from({ length: 1000 }, () =>
      random.weigh([
        ['never', 0],
        ['rare', 1],
        ['often', 9],
      ]),
    )
    const often = picks.filter((pick) => pick === 'often').length
    expect(picks).not.toContain('never')
    expect(often).toBeGreaterThan(850)
    expect(often).toBeLessThan(950)
  })

  it('shuffles without losing or inventing anything', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer()), (seed, items) => {
        const shuffled = createRandom(seed).shuffle(items)
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b))
      }),
    )
  })
})
