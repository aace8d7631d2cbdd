import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { periodOf, type Limit, type LimitPeriod } from '#domain/limits/limit.ts'
import { formatLimits, sayNumber, sayPlanned } from './limits.ts'

const day = (text: string) => brandText<Day>(text)
const base: Omit<Limit, 'period'> = {
  _id: 'l',
  version: 1,
  name: 'DE',
  side: 'broker',
  geos: ['DE'],
  advertiserIds: [],
  sourceNumbers: [],
  number: 500,
  unit: 'leads',
  firstDay: null,
  lastDay: null,
  note: null,
}

test.each<[LimitPeriod, string, string]>([
  ['day', '2026-11-30', 'planned this day 120 of 500'],
  ['week', '2026-11-29', 'planned this week 120 of 500'],
  ['week', '2026-11-30', 'planned 120 of 500 in the week from Mon 30 Nov 2026'],
  ['week', '2026-11-22', 'planned 120 of 500 in the week from Mon 16 Nov 2026'],
  ['month', '2026-11-30', 'planned this month 120 of 500'],
  ['month', '2026-12-01', 'planned 120 of 500 in the month from Tue 1 Dec 2026'],
])('a %s with %s in it is named as on Sunday 29 November', (period, of, said) => {
  const limit: Limit = { ...base, period }
  expect(sayPlanned({ limit, planned: 120, period: periodOf(limit, day(of)) }, day('2026-11-29'))).toBe(said)
})

test.each<[number | null, string]>([
  [500, '500 leads a week'],
  [1, '1 lead a week'],
  [0, 'nothing (0 leads) a week'],
  [null, 'no limit'],
])('a limit of %s is %s', (number, said) => {
  expect(sayNumber({ ...base, period: 'week', number })).toBe(said)
})

test.each([
  ['leads', 1, '1 of 1 lead'],
  ['validLeads', 1, '1 of 1 valid lead'],
  ['deposits', 2, '1 of 2 deposits'],
] as const)('a limit of %s and %s has the noun of its number in the bot', (unit, number, said) => {
  const state = {
    limit: { ...base, period: 'week', unit, number },
    period: null,
    planned: 0,
    delivered: 1,
    fullAt: null,
  } as const
  expect(formatLimits([state], 'today').source).toMatch(new RegExp(`, ${said}(?: ·|$)`))
})
