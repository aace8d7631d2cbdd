import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBeyond, findUsual, percentOf } from './usual.ts'

const weeks = (...hits: number[]) => hits.map((each) => ({ hits: each, of: 100 }))

test('weeks that differ by chance alone leave the width of chance', () => {
  // 15.1 % of 400: a standard deviation of 1.79 points, 1.2816 of them to each side.
  const usual = findUsual(weeks(15, 15, 15, 15), 400)
  expect(usual?.low).toBeCloseTo(12.79, 2)
  expect(usual?.high).toBeCloseTo(17.38, 2)
  const restless = findUsual(weeks(5, 25, 5, 25), 400)
  expect(Number(restless?.high) - Number(restless?.low)).toBeGreaterThan(20)
})

test('of too little nothing is usual', () => {
  expect(findUsual(weeks(15), 400)).toBeNull()
  expect(findUsual(weeks(15, 15), 9)).toBeNull()
  expect(
    findUsual(
      [
        { hits: 1, of: 24 },
        { hits: 1, of: 25 },
      ],
      400,
    ),
  ).toBeNull()
  expect(
    findUsual(
      [
        { hits: 0, of: 60 },
        { hits: 0, of: 60 },
      ],
      400,
    )?.high,
  ).toBeGreaterThan(0)
})

test('what is beyond the range is counted against its middle, on the bad side alone', () => {
  const usual = { low: 10, high: 20 }
  expect(countBeyond({ hits: 50, of: 200 }, usual, 'above')).toBe(20)
  expect(countBeyond({ hits: 40, of: 200 }, usual, 'above')).toBe(0)
  expect(countBeyond({ hits: 4, of: 200 }, usual, 'above')).toBe(0)
  expect(countBeyond({ hits: 4, of: 200 }, usual, 'below')).toBe(26)
  expect(countBeyond({ hits: 200, of: 200 }, null, 'above')).toBe(0)
})

const week = fc
  .integer({ min: 1, max: 500 })
  .chain((of) => fc.record({ of: fc.constant(of), hits: fc.nat({ max: of }) }))

test('the range holds the share of all weeks, and is no wider for more leads', () => {
  fc.assert(
    fc.property(fc.array(week, { maxLength: 8 }), fc.nat({ max: 5_000 }), (before, of) => {
      const usual = findUsual(before, of)
      if (!usual) return
      const all = before.reduce((sum, { hits, of: leads }) => ({ hits: sum.hits + hits, of: sum.of + leads }), {
        hits: 0,
        of: 0,
      })
      const share = percentOf({ hits: all.hits + 0.5, of: all.of + 1 })
      expect(usual.low).toBeGreaterThanOrEqual(0)
      expect(usual.low).toBeLessThanOrEqual(share)
      expect(usual.high).toBeGreaterThanOrEqual(Math.min(100, share))
      expect(usual.high).toBeLessThanOrEqual(100)
      const more = findUsual(before, of * 2)
      expect(Number(more?.high) - Number(more?.low)).toBeLessThanOrEqual(usual.high - usual.low)
    }),
  )
})
