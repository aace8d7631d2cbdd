import { expect, test } from 'vitest'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { compareTotals, describeChange, describePoints } from './summary-cards.tsx'

test('a change says how much, and from where', () => {
  expect(describeChange(318, 282)).toBe('36 more than 282 (+12.8%)')
  expect(describeChange(1, 1200)).toBe('1,199 fewer than 1,200 (−99.9%)')
  expect(describeChange(3, 0)).toBe('3 more than 0')
  expect(describeChange(3, 3)).toBe('as many as before')
  expect(describePoints(5.33, 4.13)).toBe('+1.20 points from 4.13%')
  expect(describePoints(100 * (15 / 281), 100 * (12 / 291))).toBe('+1.22 points from 4.12%')
  expect(describePoints(4.1249, 4.1251)).toBe('−0.01 points from 4.13%')
  expect(describePoints(4.13, 4.13)).toBe('as before')
})

test('deposits that have only a date are not compared with a part of a day, leads are', () => {
  const now = { leads: 12, deposits: 3 }
  const totals = { leads: 10, deposits: 2 }
  expect(compareTotals(now, { totals, untimedDeposits: 0 }).deposits).toBe('1 more than 2 (+50.0%)')
  expect(compareTotals(now, { totals, untimedDeposits: 1 })).toEqual({
    leads: '2 more than 10 (+20.0%)',
    deposits: analyticsTexts.untimed,
    conversion: analyticsTexts.untimed,
  })
})
