import { expect, test } from 'vitest'
import { addDays, parseDay } from '#domain/kernel/day.ts'
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

/** Makes a row for each day, and finds the marked ones. `over` is the number of days that are over. */
function unusual(counts: readonly number[], over = counts.length) {
  const first = parseDay('2026-11-01')
  if (!first) throw new Error('no day')
  const rows = counts.map((leads, at) => ({ leads, deposits: 0, date: addDays(first, at) }))
  return [...findUnusualDays(rows, addDays(first, over))].map(([{ leads }, side]) => [leads, side])
}

test('a day is far from the others by their median, which one such day does not move', () => {
  const counts = [100, 104, 98, 102, 96, 101, 20, 400]
  expect(unusual(counts)).toEqual([
    [20, 'below'],
    [400, 'above'],
  ])
  expect(unusual(counts.slice(2))).toEqual([])
  expect(unusual([...counts.slice(0, 6), 125])).toEqual([])
})

test('a day that is not over is not judged, and does not move the others', () => {
  const counts = [100, 104, 98, 102, 96, 101, 99, 25, 0, 0, 0, 0, 0, 0, 0, 0]
  expect(unusual(counts, 7)).toEqual([])
  expect(unusual(counts, 8)).toEqual([[25, 'below']])
})
