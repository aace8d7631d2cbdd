import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from './brand.ts'
import { daysInMonth, fromDayNumber, weekdayOf, type Day, type DayNumber } from './day.ts'
import { firstOfMonth, isSameMonth, nextMonth, previousMonth, weeksOfMonth, splitMonths } from './month.ts'

const day = (text: string) => brandText<Day>(text)
const days = fc.integer({ min: 400, max: 80_000 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number)))

describe('weeksOfMonth', () => {
  it('has the days of the neighbours that fill the first and the last week', () => {
    const weeks = weeksOfMonth(day('2026-11-21'))
    expect(weeks.map((week) => [week[0], week[6]])).toEqual([
      ['2026-10-26', '2026-11-01'],
      ['2026-11-02', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-23', '2026-11-29'],
      ['2026-11-30', '2026-12-06'],
    ])
  })

  it('has four weeks where a February is exactly that', () => {
    expect(weeksOfMonth(day('2027-02-14')).flat()).toHaveLength(28)
  })

  it('has whole weeks from Monday, all days of the month, and no week without one', () => {
    fc.assert(
      fc.property(days, (any) => {
        const weeks = weeksOfMonth(any)
        const inMonth = weeks.flat().filter((each) => isSameMonth(each, any))
        expect(inMonth).toHaveLength(daysInMonth(Number(any.slice(0, 4)), Number(any.slice(5, 7))))
        for (const week of weeks) {
          expect(week.map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7])
          expect(week.some((each) => isSameMonth(each, any))).toBe(true)
        }
        expect(new Set(weeks.flat()).size).toBe(weeks.length * 7)
      }),
    )
  })
})

describe('the months around a day', () => {
  it.each([
    ['2026-11-21', '2026-10-01', '2026-11-01', '2026-12-01'],
    ['2026-12-31', '2026-11-01', '2026-12-01', '2027-01-01'],
    ['2026-01-31', '2025-12-01', '2026-01-01', '2026-02-01'],
    ['2028-02-29', '2028-01-01', '2028-02-01', '2028-03-01'],
    ['2026-03-31', '2026-02-01', '2026-03-01', '2026-04-01'],
  ])('of %s are %s, %s and %s', (text, previous, first, next) => {
    expect([previousMonth, firstOfMonth, nextMonth].map((of) => of(day(text)))).toEqual([previous, first, next])
  })

  it('lead back to where they came from', () => {
    fc.assert(
      fc.property(days, (any) => {
        expect(previousMonth(nextMonth(any))).toBe(firstOfMonth(any))
      }),
    )
  })

  it.each([
    ['2026-01-15', '2026-03-02', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'],
    ['2026-01-01', '2026-12-31', '2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'],
  ])('of %s to %s are split into days to %s, months from %s to %s, and days from %s', (start, end, ...parts) => {
    const split = splitMonths({ start: day(start), end: day(end) })
    expect([split?.before.start, split?.before.end, split?.months.start]).toEqual([start, ...parts.slice(0, 2)])
    expect([split?.months.end, split?.after.start, split?.after.end]).toEqual([...parts.slice(2), end])
  })

  it('are none where a range holds no whole one', () => {
    expect(splitMonths({ start: day('2026-01-02'), end: day('2026-02-27') })).toBeNull()
  })

  it('are the same month only in the same year', () => {
    expect(isSameMonth(day('2026-11-01'), day('2026-11-30'))).toBe(true)
    expect(isSameMonth(day('2026-11-01'), day('2027-11-01'))).toBe(false)
  })
})
