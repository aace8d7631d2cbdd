import { expect, test } from 'vitest'
import { hasWrongMapping, isHopeless } from './bad-rows.ts'

test.each([
  [{ total: 0, bad: 0 }, false],
  [{ total: 1, bad: 1 }, true],
  [{ total: 4, bad: 4 }, true],
  [{ total: 5, bad: 4 }, false],
  [{ total: 50, bad: 5 }, false],
  [{ total: 49, bad: 5 }, true],
  [{ total: 10_000, bad: 1_000 }, false],
  [{ total: 10_000, bad: 1_001 }, true],
])('of %o: wrong mapping is %s', (tally, wrong) => {
  expect(hasWrongMapping(tally)).toBe(wrong)
})

test('a feed is given up before its end only where there is enough to tell', () => {
  expect(isHopeless({ total: 999, bad: 999 })).toBe(false)
  expect(isHopeless({ total: 1_000, bad: 1_000 })).toBe(true)
})
