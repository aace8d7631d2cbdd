import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import { daysBetween, fromDayNumber, type Day, type DayNumber } from '#domain/kernel/day.ts'
import { readDay, readGeo, readPrice, writeGeo } from './paste-cells.ts'

const near = brandText<Day>('2026-11-21')

describe('readPrice', () => {
  it.each([
    ['', null, null],
    ['900', 900, null],
    ['$900', 900, null],
    ['$ 1,200.50', 1200.5, null],
    ['900$', 900, null],
    ['900 USD', 900, null],
    ['usd 900', 900, null],
    ['US$900', 900, null],
    ['1200+10%', 1200, 10],
    ['$1,200 + 8.25 % CRG', 1200, 8.25],
    ['1200+10', 1200, 10],
    ['+10%', null, 10],
    ['-5', -5, null],
  ])('reads %j as $%s and %s%%', (text, cpa, crg) => {
    expect(readPrice(text)).toEqual({ cpa, crg })
  })

  it.each(['10%', 'free', '1200+', '1200+x', '1+2+3', '€900', '$$900'])('does not guess %j', (text) => {
    expect(readPrice(text)).toBeNull()
  })
})

it.each([
  ['DE', 'DE'],
  ['🇩🇪', 'DE'],
  ['🇬🇧 UK', 'UK'],
  ['de', 'de'],
  ['Germany', 'DE'],
  ['🇩🇪 deutschland', 'DE'],
  ['United  Kingdom', 'GB'],
  ['Німеччина', 'DE'],
  ['usa', 'US'],
  ['"USA"', 'USA'],
  ['LATAM', 'LATAM'],
  ['CA-FR', 'CA-FR'],
  ['UK', 'UK'],
  ['Germany/France', 'Germany/France'],
  ['Nowhere', 'Nowhere'],
  ['', ''],
])('reads the geo of %j', (text, geo) => {
  expect(readGeo(text)).toBe(geo)
})

it.each(['DE', 'USA', 'Germany', 'LATAM', 'UK'])('a geo is read back as it was written out: %s', (geo) => {
  expect(readGeo(writeGeo(geo))).toBe(geo)
})

describe('readDay', () => {
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
    expect(readDay(text, near)).toBe(day)
  })

  it('takes the day of a year before, where that is nearer', () => {
    expect(readDay('31/12', brandText<Day>('2027-01-02'))).toBe('2026-12-31')
    expect(readDay('29/02', brandText<Day>('2027-03-01'))).toBe('2028-02-29')
  })

  it('without a year is never more than half a year away', () => {
    const days = fc.integer({ min: 1_000, max: 80_000 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number)))
    fc.assert(
      fc.property(days, days, (any, from) => {
        fc.pre(!any.endsWith('02-29'))
        const [, month, day] = any.split('-')
        const found = readDay(`${day}.${month}`, from)
        expect(found?.slice(5)).toBe(any.slice(5))
        expect(Math.abs(daysBetween(from, found ?? from))).toBeLessThanOrEqual(183)
      }),
    )
  })
})
