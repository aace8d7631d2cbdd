import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { readDayWords } from './day-words.ts'

/** A Saturday. */
const today = brandText<Day>('2026-11-21')

test.each([
  ['today', ['2026-11-21']],
  ['Tomorrow', ['2026-11-22']],
  ['tom', ['2026-11-22']],
  ['yest', ['2026-11-20']],
  ['sat', ['2026-11-21']],
  ['mon', ['2026-11-23']],
  ['next mon', ['2026-11-30']],
  ['last fri', ['2026-11-20']],
  ['+3', ['2026-11-24']],
  ['-21', ['2026-10-31']],
  ['24', ['2026-11-24']],
  ['20', ['2026-12-20']],
  ['31', ['2026-12-31']],
  ['24 nov', ['2026-11-24']],
  ['24  November', ['2026-11-24']],
  ['nov 24', ['2026-11-24']],
  ['2 jan', ['2027-01-02']],
  ['24 nov 2027', ['2027-11-24']],
  ['24.11.', ['2026-11-24']],
  ['24.11.2027', ['2027-11-24']],
  ['24.11.26', ['2026-11-24']],
  ['24/11', ['2026-11-24']],
  ['02/01', ['2027-01-02']],
  ['2026/11/24', ['2026-11-24']],
  ['20.', ['2026-12-20']],
  ['24. nov', ['2026-11-24']],
  ['2026-11-24', ['2026-11-24']],
])('%s', (typed, days) => {
  expect(readDayWords(typed, today)).toEqual(days)
})

test('the beginning of several is all of them', () => {
  expect(readDayWords('to', today)).toEqual(['2026-11-21', '2026-11-22'])
  expect(readDayWords('5 ju', today)).toEqual(['2026-06-05', '2026-07-05'])
})

test.each(['', 't', 'add', '31 feb', '2026-02-30', '99', 'nov', '24 n', '24.11.20', '+99999'])(
  '%s is no day',
  (typed) => {
    expect(readDayWords(typed, today)).toEqual([])
  },
)
