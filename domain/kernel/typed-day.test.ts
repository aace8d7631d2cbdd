import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from './brand.ts'
import { daysBetween, fromDayNumber, type Day, type DayNumber } from './day.ts'
import { parseTypedDay } from './typed-day.ts'

const near = brandText<Day>('2026-11-21')

describe('parseTypedDay', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026/1/2', '2026-01-02'],
    ['21.11.2026', '2026-11-21'],
    ['1.2.2026', '2026-02-01'],
    ['21/11/2026', '2026-11-21'],
    ['21-11-26', '2026-11-21'],
    ['21.11.', '2026-11-21'],
    ['21.11', '2026-11-21'],
    ['21/11', '2026-11-21'],
    ['02/01', '2027-01-02'],
    ['30/06', '2026-06-30'],
    ['29/02', null],
    ['21.11.202', null],
    ['11/21/2026', null],
    ['31.02.2026', null],
    ['2026-13-01', null],
    ['1.1.1900', null],
    ['21 Nov', null],
    ['', null],
    ['20', null],
  ])('reads %j as %s', (text, day) => {
    expect(parseTypedDay(text, near)).toBe(day)
  })

  it('takes the day of a year before, where that is nearer', () => {
    expect(parseTypedDay('31/12', brandText<Day>('2027-01-02'))).toBe('2026-12-31')
    expect(parseTypedDay('29/02', brandText<Day>('2027-03-01'))).toBe('2028-02-29')
  })

  it('without a year is never more than half a year away', () => {
    const days = fc.integer({ min: 1_000, max: 80_000 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number)))
    fc.assert(
      fc.property(days, days, (any, from) => {
        fc.pre(!any.endsWith('02-29'))
        const [, month, day] = any.split('-')
        const found = parseTypedDay(`${day}.${month}`, from)
        expect(found?.slice(5)).toBe(any.slice(5))
        expect(Math.abs(daysBetween(from, found ?? from))).toBeLessThanOrEqual(183)
      }),
    )
  })
})
