import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { worldOf, writerOf } from '#testing/cap-world.ts'
import { parseCaps } from './read.ts'

const defaultDay = brandText<Day>('2026-12-03')
const evening = worldOf(writerOf('b302'), 18 * 60)
/** UK stands at 30 today, and at 60 on the chosen day. */
const standing = evening.standing.map((cap) =>
  cap.geo === 'GB' && cap.date === defaultDay ? { ...cap, cap: 60, workingHours: '12:00-22:00' } : cap,
)

function read(text: string) {
  const { rows, asks } = parseCaps({ text }, { ...evening, standing, defaultDay })
  const said = rows.map(({ action, days, cap, hours, cpa, assumed }) => [
    action,
    ...days,
    cap,
    hours,
    cpa,
    ...assumed.filter((field) => field !== 'sourceNumber'),
  ])
  return [...said, ...asks.map(({ code }) => code)]
}

test('caps that name no day are for the chosen one, by the caps and terms of that day', () => {
  expect(read('UK +5')).toEqual([['change', defaultDay, 65, null, null, 'day']])
  expect(read('UK until 20')).toEqual([['change', defaultDay, 60, '12:00-20:00', null, 'day', 'cap']])
  expect(read('UK 40')).toEqual([['set', defaultDay, 40, null, null, 'day']])
})

test('a named day counts, and a pause without a day is for the day of writing', () => {
  expect(read('UK 40 today')).toEqual([['set', '2026-12-02', 40, null, null]])
  expect(read('UK 40, stop FR')).toEqual([
    ['set', defaultDay, 40, null, null, 'day'],
    ['pause', '2026-12-02', null, null, null, 'day'],
  ])
})

test('the caps of another day are copied to the chosen one', () => {
  expect(read('UK same as today')).toEqual([
    ['set', defaultDay, 30, '10:00-19:00', 135_000, 'cap', 'hours', 'cpa', 'crg'],
  ])
  expect(read('UK same as tomorrow')).toEqual(['which-day'])
})
