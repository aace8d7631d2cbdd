import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber } from './brand.ts'
import {
  basisPointsFromPercent,
  centsFromDollars,
  dollarsFromCents,
  formatHundredths,
  hasTwoDecimals,
  parseHundredths,
  percentFromBasisPoints,
  takeShare,
  type BasisPoints,
  type Cents,
} from './cents.ts'

const cents = (value: number) => brandNumber<Cents>(value)
const points = (value: number) => brandNumber<BasisPoints>(value)

const MAX = 100_000_000

describe('dollars and percent', () => {
  it.each([
    [0, 0],
    [0.1 + 0.2, 30],
    [0.29, 29],
    [1.15, 115],
    [8.2, 820],
    [19.99, 1_999],
    [4.35 * 100, 43_500],
    [999_999.99, 99_999_999],
  ])('%d dollars are %i cents', (dollars, expected) => {
    expect(hasTwoDecimals(dollars)).toBe(true)
    expect(centsFromDollars(dollars)).toBe(expected)
  })

  it('knows no negative zero', () => {
    expect(centsFromDollars(-0)).toBe(0)
    expect(basisPointsFromPercent(-0)).toBe(0)
  })

  it('are whole cents and basis points, and back, for every amount of two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX }), (value) => {
        const written = Number(`${Math.floor(value / 100)}.${(value % 100).toString().padStart(2, '0')}`)
        expect(hasTwoDecimals(written)).toBe(true)
        expect(centsFromDollars(written)).toBe(value)
        expect(dollarsFromCents(cents(value))).toBe(written)
        expect(basisPointsFromPercent(written)).toBe(value)
        expect(percentFromBasisPoints(points(value))).toBe(written)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('hasTwoDecimals', () => {
  it.each([1.005, 0.001, 8.255, 999_999.999, 0.015, 2.675, Number.NaN, Infinity, -Infinity])('refuses %d', (value) => {
    expect(hasTwoDecimals(value)).toBe(false)
  })

  it('refuses every amount of three to six decimals', () => {
    const fractions = fc.integer({ min: 1, max: 999_999 }).filter((millionths) => millionths % 10_000 !== 0)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fractions, (whole, millionths) => {
        expect(hasTwoDecimals(Number(`${whole}.${millionths.toString().padStart(6, '0')}`))).toBe(false)
      }),
    )
  })
})

describe('takeShare', () => {
  it.each([
    [60_000, 800, 4_800],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [10_050, 1_000, 1_005],
    [33, 3_333, 11],
    [100, 10_000, 100],
    [0, 10_000, 0],
    [60_000, 0, 0],
  ])('takes of %i cents at %i basis points %i', (amount, share, expected) => {
    expect(takeShare(cents(amount), points(share))).toBe(expected)
  })

  it('is exact and half up, up to a million leads at a million dollars', () => {
    const amounts = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 * MAX }))
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, share) => {
        const exact = (BigInt(amount) * BigInt(share) * 2n + 10_000n) / 20_000n
        expect(BigInt(takeShare(cents(amount), points(share)))).toBe(exact)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('hundredths as the database writes them', () => {
  it.each([
    ['600.00', 60_000],
    ['600', 60_000],
    ['0.5', 50],
    ['0.05', 5],
    ['-0.05', -5],
    ['-12.30', -1_230],
    ['0.00', 0],
    ['-0.00', 0],
  ])('reads %s as %i', (text, expected) => {
    expect(parseHundredths(text)).toBe(expected)
  })

  it.each(['', '1.005', '1e3', '.5', '1.', ' 1.00', '+1.00', 'NaN', '1,00'])('takes %j for a bug', (text) => {
    expect(() => parseHundredths(text)).toThrow(/two decimals/)
  })

  it('are undone by each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX * 10_000, max: MAX * 10_000 }), (value) => {
        const text = formatHundredths(cents(value))
        expect(text).toMatch(/^-?\d+\.\d\d$/)
        expect(parseHundredths<Cents>(text)).toBe(value)
      }),
      { numRuns: 1_000 },
    )
  })
})
