import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { findThreshold, WRONG_SHARE } from './decide.ts'

it('lets one thing through that is rare among all that was looked at', () => {
  expect(findThreshold([0.0004], 100)).toBe(0.0004)
  expect(findThreshold([0.0006], 100)).toBe(0)
  expect(findThreshold([], 100)).toBe(0)
})

it('lets more through the more there are', () => {
  expect(findThreshold([0.0004, 0.0009, 0.0014, 0.5], 100)).toBe(0.0014)
})

const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 })

it('keeps to the share that may be wrong, whatever the chances', () => {
  fc.assert(
    fc.property(chances, fc.nat(1_000), (ps, more) => {
      const tested = ps.length + more
      const threshold = findThreshold(ps, tested)
      const discoveries = ps.filter((p) => p <= threshold && threshold > 0).length
      expect(threshold * tested).toBeLessThanOrEqual(WRONG_SHARE * discoveries * (1 + 1e-9))
    }),
  )
})

it('lets no more through where more is looked at', () => {
  fc.assert(
    fc.property(chances, fc.nat(1_000), (ps, more) => {
      expect(findThreshold(ps, ps.length + more)).toBeLessThanOrEqual(findThreshold(ps, Math.max(1, ps.length)))
    }),
  )
})
