import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { shareOut } from './money.ts'

const cents = (value: number) => brandNumber<Cents>(value)

it.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [100, [0, 2, 1], [0, 67, 33]],
  [1, [1, 1], [1, 0]],
  [0, [1, 1], [0, 0]],
  [5, [0, 0], [0, 0]],
  [54_706, [48, 45], [28_235, 26_471]],
])('shares %i cents out by %j as %j', (amount, weights, shares) => {
  const given = shareOut(cents(amount), weights.map(BigInt))
  expect(given).toEqual(shares)
})

it('shares out all of it, nobody more than a cent off', () => {
  const weights = fc.array(fc.nat({ max: 1_000_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.nat({ max: 100_000_000 }), weights, (amount, numbers) => {
      const whole = numbers.reduce((sum, number) => sum + number, 0)
      fc.pre(whole > 0)
      const shares = shareOut(cents(amount), numbers.map(BigInt))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      for (const [at, share] of shares.entries()) {
        expect(Math.abs(share - (amount * (numbers[at] ?? 0)) / whole)).toBeLessThan(1.001)
      }
    }),
  )
})
