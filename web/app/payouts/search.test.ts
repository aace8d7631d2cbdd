import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { rangeOf, readPayoutSearch } from './search.ts'

/** A Saturday. */
const today = brandText<Day>('2026-11-21')
const read = (raw: Record<string, unknown>) => rangeOf(readPayoutSearch(raw), today)

test('the weeks start on Monday; the current one is meant where nothing is said', () => {
  const current = { mode: 'current_week', start: '2026-11-16', end: '2026-11-22' }
  expect(read({})).toEqual(current)
  expect(read({ range: 'next_week' })).toEqual(current)
  expect(readPayoutSearch({ range: 'current_week' })).toEqual({})
  expect(read({ range: 'previous_week' })).toEqual({ mode: 'previous_week', start: '2026-11-09', end: '2026-11-15' })
})

test('a custom range is kept, and waits while a week is looked at', () => {
  const days = { start: '2026-03-02', end: '2026-03-03' }
  expect(read({ range: 'custom', ...days })).toEqual({ mode: 'custom', ...days })
  expect(readPayoutSearch({ range: 'previous_week', ...days })).toEqual({ range: 'previous_week', ...days })
})

test.each([
  {},
  { start: '2026-03-02' },
  { start: '2026-02-30', end: '2026-03-02' },
  { start: '2026-03-03', end: '2026-03-02' },
  { start: '2020-03-03', end: '2026-03-02' },
])('a custom range of %j is the current week', (days) => {
  expect(read({ range: 'custom', ...days })).toEqual({ mode: 'custom', start: '2026-11-16', end: '2026-11-22' })
})
