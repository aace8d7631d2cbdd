import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { meanOfWeek, recentDays } from './recent.ts'

const day = (text: string) => brandText<Day>(text)

test('tomorrow is planned by the same weekday of last week', () => {
  expect(recentDays(day('2026-11-25'), day('2026-11-24'))).toEqual({ first: '2026-11-17', sameWeekday: '2026-11-18' })
})

test('today is planned by the same weekday a week ago, and a day far ahead by the last one that is over', () => {
  expect(recentDays(day('2026-11-24'), day('2026-11-24')).sameWeekday).toBe('2026-11-17')
  expect(recentDays(day('2027-03-05'), day('2026-11-24')).sameWeekday).toBe('2026-11-20')
})

test('the weekday is that of the day that is planned, and one of the last seven whole days', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 400 }), (ahead, start) => {
      const today = addDays(day('2026-01-01'), start)
      const target = addDays(today, ahead)
      const { first, sameWeekday } = recentDays(target, today)
      expect(weekdayOf(sameWeekday)).toBe(weekdayOf(target))
      expect(first <= sameWeekday && sameWeekday < today).toBe(true)
      expect(daysBetween(first, today)).toBe(7)
    }),
  )
})

test('a mean is a whole number of leads', () => {
  expect([0, 3, 4, 7, 10, 11].map(meanOfWeek)).toEqual([0, 0, 1, 1, 1, 2])
})
