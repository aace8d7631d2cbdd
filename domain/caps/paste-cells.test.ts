import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseDayCell, parseGeo, parsePrice, writeGeo } from './paste-cells.ts'

describe('parsePrice', () => {
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
    expect(parsePrice(text)).toEqual({ cpa, crg })
  })

  it.each(['10%', 'free', '1200+', '1200+x', '1+2+3', '€900', '$$900'])('does not guess %j', (text) => {
    expect(parsePrice(text)).toBeNull()
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
  expect(parseGeo(text)).toBe(geo)
})

it.each(['DE', 'USA', 'Germany', 'LATAM', 'UK'])('a geo is read back as it was written out: %s', (geo) => {
  expect(parseGeo(writeGeo(geo))).toBe(geo)
})

it.each([
  ['Sat 21 Nov', '2026-11-21'],
  ['saturday, 21 nov', '2026-11-21'],
  ['21 Nov 2027', '2027-11-21'],
  ['Mon 4 Jan', '2027-01-04'],
  // The weekday of another year says nothing.
  ['Fri 28 Nov', '2026-11-28'],
  ['21.11.', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['31 Feb', null],
  ['21 Now', null],
  ['Sat', null],
])('reads the day %j as %s', (text, day) => {
  expect(parseDayCell(text, brandText<Day>('2026-11-21'))).toBe(day)
})
