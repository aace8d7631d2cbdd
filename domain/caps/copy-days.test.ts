import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import { addDays, fromDayNumber, type Day, type DayNumber } from '#domain/kernel/day.ts'
import { suggestSourceDays } from './copy.ts'

const today = brandText<Day>('2026-11-21')

it.each([
  ['2026-11-22', ['2026-11-21', '2026-11-20', '2026-11-15']],
  ['2026-11-21', ['2026-11-20', '2026-11-14']],
  ['2026-11-25', ['2026-11-24', '2026-11-21', '2026-11-20', '2026-11-18']],
  ['2026-11-20', ['2026-11-19', '2026-11-21', '2026-11-13']],
  ['2026-11-28', ['2026-11-27', '2026-11-21', '2026-11-20']],
])('copies into %s from %j', (target, days) => {
  expect(suggestSourceDays(brandText<Day>(target), today)).toEqual(days)
})

it('names each day once, the day before first, and never the target', () => {
  const days = fc.integer({ min: 10_000, max: 80_000 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number)))
  fc.assert(
    fc.property(days, fc.integer({ min: -10, max: 10 }), (target, away) => {
      const suggested = suggestSourceDays(target, addDays(target, away))
      expect(suggested[0]).toBe(addDays(target, -1))
      expect(new Set(suggested).size).toBe(suggested.length)
      expect(suggested).not.toContain(target)
    }),
  )
})
