import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGroupedByOneMark, parseDecimal, parseDollars, parseNumber, parsePercent } from './typed-number.ts'

describe('parseNumber', () => {
  it.each([
    ['20', 20],
    ['020', 20],
    ['1,350', 1350],
    ['1.350', 1350],
    ['1 350', 1350],
    ['1\u00a0350', 1350],
    ['1\u202f350', 1350],
    ["1'350", 1350],
    ['1,000,000', 1_000_000],
    ['1.350,50', 1350.5],
    ['1,350.50', 1350.5],
    ['8.25', 8.25],
    ['8,25', 8.25],
    ['0.125', 0.125],
    ['-5', -5],
    ['−1,350', -1350],
    ['–50', -50],
    ['  1,270 ', 1270],
  ])('reads %j as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it.each([
    '',
    'x',
    '20 leads',
    '20 30',
    '1,35,000',
    '1.350.5',
    '1,350,5',
    '1,350.000.000',
    '1e3',
    '0x10',
    '٢٠',
    '--5',
    '5-',
    '(50)',
    '1 2 3',
    '１２',
  ])('does not guess %j', (text) => {
    expect(parseNumber(text)).toBeNull()
  })

  it('looks at no more than a number can be', () => {
    expect(parseNumber('1'.padStart(40, '0'))).toBe(1)
    const blank = ' '.repeat(200_000)
    for (const text of ['1'.padStart(41, '0'), `1${blank}x`, `-${blank}1x`, `$${blank}%`]) {
      for (const read of [parseNumber, parseDecimal, parseDollars, parsePercent]) expect(read(text)).toBeNull()
    }
  })

  it('has no negative nothing', () => {
    expect(parseNumber('-0')).toBe(0)
  })

  it('reads whole numbers back however their thousands are marked', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), fc.constantFrom(',', '.', ' ', "'", '’', ''), (value, mark) => {
        const written = String(value).replace(/\B(?=(\d{3})+$)/g, mark)
        expect(parseNumber(written)).toBe(value)
      }),
    )
  })
})

describe('parseDecimal', () => {
  it.each([
    ['10.555', 10.555],
    ['-1.355', -1.355],
    ['0.5', 0.5],
    ['0.350', 0.35],
    ['8,25', 8.25],
    ['1,270', 1270],
    ['1.270,50', 1270.5],
    ['1.000.000', 1_000_000],
    ['1 270', 1270],
  ])('reads %j as %d', (text, value) => {
    expect(parseDecimal(text)).toBe(value)
  })

  it.each(['1.350', '-1.350', '10.500', '900.000'])('does not guess whether %j is a thousand', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })
})

it.each(['1.350', '1,350', '-10.555', '$1,270', '1.350+10%'])('says how %j was read', (text) => {
  expect(isGroupedByOneMark(text)).toBe(true)
})

it.each(['1350', '1,350.50', '1.350.000', '8,25', '0.125', '12 x', ''])('has nothing to say of %j', (text) => {
  expect(isGroupedByOneMark(text)).toBe(false)
})

it.each([
  ['10', 10],
  ['8.125', 8.125],
  ['10%', 10],
  ['8,25 %', 8.25],
  ['10% CRG', 10],
  ['10 cr', 10],
])('reads %j as a percentage', (text, value) => {
  expect(parsePercent(text)).toBe(value)
})

it.each(['', '%', 'ten', '10%%'])('reads no percentage in %j', (text) => {
  expect(parsePercent(text)).toBeNull()
})

it.each([
  ['$900', 900],
  ['-$50.00', -50],
  ['-50', -50],
  ['$1,270', 1270],
  ['$10.555', 10.555],
  ['- US $ 50', -50],
  ['1.270,50 $', 1270.5],
  ['USD 900', 900],
])('reads %j as dollars', (text, value) => {
  expect(parseDollars(text)).toBe(value)
})

it('reads dollars that are pasted as counts are', () => {
  expect(parseDollars('$1.350', parseNumber)).toBe(1350)
})

it.each(['', '€900', '$$900', '$900$', '--50', '-$-50'])('reads no dollars in %j', (text) => {
  expect(parseDollars(text)).toBeNull()
})
