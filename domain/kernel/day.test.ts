import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from './brand.ts'
import {
  addDays,
  daysBetween,
  fromDayNumber,
  mondayOf,
  parseDay,
  toDayNumber,
  weekdayOf,
  type Day,
  type DayNumber,
} from './day.ts'

const FIRST = brandText<Day>('1970-01-01')
const LAST = brandText<Day>('2199-12-31')

const days = fc
  .integer({ min: 0, max: toDayNumber(LAST) })
  .map((number) => fromDayNumber(brandNumber<DayNumber>(number)))

describe('parseDay', () => {
  it.each(['1970-01-01', '2024-02-29', '2000-02-29', '2026-11-21', '2199-12-31'])('takes %s', (text) => {
    expect(parseDay(text)).toBe(text)
  })

  it.each([
    ['', 'nothing'],
    ['2026-02-30', 'a day that the month has not'],
    ['2026-02-29', '29 February of a common year'],
    ['2100-02-29', '29 February of a century'],
    ['2026-04-31', 'a 31st that the month has not'],
    ['2026-13-01', 'a 13th month'],
    ['2026-00-10', 'month 0'],
    ['2026-01-00', 'day 0'],
    ['2026-1-1', 'single digits'],
    ['21.11.2026', 'another notation'],
    ['2026-11-21T00:00:00Z', 'an instant'],
    [' 2026-11-21', 'blanks around it'],
    ['2026-11-21\n', 'a line end'],
    ['+002026-11-21', 'a long year'],
    ['-2026-11-21', 'a year before our era'],
    ['٢٠٢٦-١١-٢١', 'other digits'],
    ['0202-11-21', 'a slip of the finger'],
    ['1969-12-31', 'a day before the first'],
    ['2200-01-01', 'a day after the last'],
  ])('refuses %j: %s', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  it('agrees with Temporal on which dates the calendar has', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1970, max: 2199 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = `${year}-${pad(month)}-${pad(day)}`
        expect(parseDay(text)).toBe(isInCalendar(year, month, day) ? text : null)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never fails, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([text, null]).toContain(parseDay(text))
      }),
    )
  })
})

describe('day arithmetic', () => {
  it('counts every day from the first to the last as Temporal does', () => {
    let date = Temporal.PlainDate.from(FIRST)
    const wrong: Day[] = []
    for (let number = 0; number <= toDayNumber(LAST); number += 1) {
      const day = fromDayNumber(brandNumber<DayNumber>(number))
      const isRight = day === date.toString() && toDayNumber(day) === number && weekdayOf(day) === date.dayOfWeek
      if (!isRight) wrong.push(day)
      date = date.add({ days: 1 })
    }
    expect(wrong).toEqual([])
    expect(date.toString()).toBe('2200-01-01')
  })

  it('adds days as Temporal does, also out of the range that people may write', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
        const later = addDays(day, count)
        expect(later).toBe(Temporal.PlainDate.from(day).add({ days: count }).toString())
        expect(daysBetween(day, later)).toBe(count)
        expect(addDays(later, -count)).toBe(day)
      }),
    )
  })

  it('finds the Monday of a week', () => {
    expect(mondayOf(brandText<Day>('2026-03-01'))).toBe('2026-02-23')
    expect(mondayOf(brandText<Day>('2026-03-02'))).toBe('2026-03-02')
    expect(mondayOf(brandText<Day>('1970-01-01'))).toBe('1969-12-29')
    expect(weekdayOf(brandText<Day>('1969-12-28'))).toBe(7)
    fc.assert(
      fc.property(days, (day) => {
        const monday = mondayOf(day)
        expect(weekdayOf(monday)).toBe(1)
        expect(daysBetween(monday, day)).toBe(weekdayOf(day) - 1)
      }),
    )
  })
})

function isInCalendar(year: number, month: number, day: number): boolean {
  try {
    Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

function pad(value: number): string {
  return value.toString().padStart(2, '0')
}
