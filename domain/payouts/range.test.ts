import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import { daysBetween, fromDayNumber, parseDay, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { checkDayRange, daysOf } from '#domain/kernel/day-range.ts'
import { LONGEST_RANGE, rangeOfPreset } from './range.ts'

const days = fc.integer({ min: 0, max: 80_000 }).map((number) => fromDayNumber(brandNumber(number)))

it('knows this week and the last one on a Saturday, a Monday and a Sunday', () => {
  expect(rangeOfPreset('current_week', day('2026-11-21'))).toEqual({ start: '2026-11-16', end: '2026-11-22' })
  expect(rangeOfPreset('previous_week', day('2026-11-21'))).toEqual({ start: '2026-11-09', end: '2026-11-15' })
  expect(rangeOfPreset('current_week', day('2026-11-16')).start).toBe('2026-11-16')
  expect(rangeOfPreset('current_week', day('2026-11-22')).start).toBe('2026-11-16')
})

it('has weeks that start on Monday, join and hold the day', () => {
  fc.assert(
    fc.property(days, (today) => {
      const [current, previous] = [rangeOfPreset('current_week', today), rangeOfPreset('previous_week', today)]
      expect(weekdayOf(current.start)).toBe(1)
      expect(daysOf(current)).toContain(today)
      expect(daysBetween(previous.end, current.start)).toBe(1)
      expect(daysOf(previous)).toHaveLength(7)
    }),
  )
})

it('takes a single day and 366 days, and nothing reversed or longer', () => {
  const start = day('2026-01-01')
  expect(checkDayRange({ start, end: start }, LONGEST_RANGE)).toMatchObject({ ok: true })
  expect(checkDayRange({ start, end: day('2027-01-01') }, LONGEST_RANGE)).toMatchObject({ ok: true })
  expect(checkDayRange({ start, end: day('2027-01-02') }, LONGEST_RANGE)).toMatchObject({
    ok: false,
    reason: 'range.too-long',
  })
  expect(checkDayRange({ start, end: day('2025-12-31') }, LONGEST_RANGE)).toMatchObject({
    ok: false,
    reason: 'range.reversed',
  })
})

function day(text: string): Day {
  const found = parseDay(text)
  if (!found) throw new Error(text)
  return found
}
