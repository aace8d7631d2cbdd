import { expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { canMoveFirstDay, describeDayOff, describeDays, describeEffect, describeWeek } from './plan-values.ts'

it.each([
  [[20, 20, 20, 20, 10, null, null], 'Mon to Thu 20, Fri 10'],
  [[5, 5, 5, 5, 5, 5, 5], 'Every day 5'],
  [[5, null, 5, null, null, 0, 0], 'Mon 5, Wed 5, Sat to Sun 0'],
])('says the week in words', (numbers, said) => {
  expect(describeWeek(numbers)).toBe(said)
})

const day = (text: string) => brandText<Day>(text)

it('says the years of a plan and of a day off', () => {
  const [firstDay, lastDay] = [day('2025-12-25'), day('2026-01-08')]
  expect(describeDays({ firstDay, lastDay: null, everyWeeks: 1 })).toBe('From 25 Dec 2025')
  expect(describeDays({ firstDay, lastDay, everyWeeks: 2 })).toBe('25 Dec 2025 – 8 Jan 2026, every 2 weeks')
  expect(describeDayOff({ day: firstDay, yearly: false })).toBe('Thu 25 Dec 2025')
  expect(describeDayOff({ day: firstDay, yearly: true })).toBe('25 Dec, every year')
})

it('says what a day off makes of plans', () => {
  expect(describeEffect({ effect: 'none', number: null })).toBe('No cap')
  expect([1, 1_250].map((number) => describeEffect({ effect: 'number', number }))).toEqual(['1 lead', '1,250 leads'])
})

const PLAN = { firstDay: day('2026-12-10') }

it.each([
  ['before it has begun', 'today', '', true],
  ['from its first day on', 'following', '2026-12-10', true],
  ['from a later day on', 'following', '2026-12-11', false],
] as const)('a plan may get another first day %s: %#', (_when, scope, from, may) => {
  expect(canMoveFirstDay(PLAN, { scope, from }, day('2026-12-01'))).toBe(may)
  expect(canMoveFirstDay(PLAN, { scope, from }, day('2026-12-11'))).toBe(false)
})
