import { expect, test } from 'vitest'
import { findUnusualDays, judgeRowConversion } from './outliers.ts'

test('a conversion is far from all where chance hardly makes it', () => {
  const all = { leads: 10_000, deposits: 800 }
  // 8 % of 100 leads: a standard deviation is 2.7 points.
  expect(judgeRowConversion({ leads: 100, deposits: 16 }, all)).toBeNull()
  expect(judgeRowConversion({ leads: 100, deposits: 17 }, all)).toBe('above')
  expect(judgeRowConversion({ leads: 200, deposits: 4 }, all)).toBe('below')
  expect(judgeRowConversion({ leads: 29, deposits: 20 }, all)).toBeNull()
  expect(judgeRowConversion({ leads: 200, deposits: 4 }, { leads: 200, deposits: 4 })).toBeNull()
  expect(judgeRowConversion({ leads: 200, deposits: 4 }, { leads: 300, deposits: 0 })).toBeNull()
})

test('a day is far from the others by their median, which one such day does not move', () => {
  const days = [100, 104, 98, 102, 96, 101, 20, 400].map((leads) => ({ leads, deposits: 0 }))
  expect([...findUnusualDays(days)].map(([{ leads }, side]) => [leads, side])).toEqual([
    [20, 'below'],
    [400, 'above'],
  ])
  expect(findUnusualDays(days.slice(2)).size).toBe(0)
  expect(findUnusualDays([...days.slice(0, 6), { leads: 125, deposits: 0 }]).size).toBe(0)
})
