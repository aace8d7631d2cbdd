import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatDayTitle } from './format.ts'

test.each([
  ['2026-12-31', 'Today · Thu 31 Dec'],
  ['2027-01-01', 'Tomorrow · Fri 1 Jan 2027'],
  ['2027-03-01', 'Mon 1 Mar 2027'],
  ['2026-03-01', 'Sun 1 Mar'],
])('%s is called %s, with the year where it is another than that of today', (day, title) => {
  expect(formatDayTitle(brandText<Day>(day), brandText<Day>('2026-12-31'))).toBe(title)
})
