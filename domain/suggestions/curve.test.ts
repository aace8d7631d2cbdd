import { expect, test } from 'vitest'
import { addDays, weekdayOf } from '#domain/kernel/day.ts'
import { GEOS, SOURCES, TODAY } from '#testing/slot-counts.ts'
import { learnCurves } from './curve.ts'
import { sumRow } from './slots.ts'
import { tallyUp } from './tally.ts'

/** The share of a day that comes before noon by six weeks, of which each day brings 1,000 leads: in the morning, or in the evening. */
function shareByNoon(isMorning: (weekday: number) => boolean, days = 42): number {
  const [geo, sourceNumber] = [GEOS[0], SOURCES[0]]
  if (geo === undefined || sourceNumber === undefined) throw new Error('the test is wrong')
  const counts = Array.from({ length: days }, (_, back) => addDays(TODAY, -back - 1)).map((day) => {
    return { geo, advertiserId: 'B-1', sourceNumber, day, slot: isMorning(weekdayOf(day)) ? 40 : 64, leads: 1_000 }
  })
  const tally = tallyUp(counts, [], TODAY)
  return sumRow(learnCurves(tally), tally.subjects.count - 1, 48)
}

test('leads of the same weekday count twice for the curve of a day, and those of a weekend next to nothing', () => {
  const sameWeekday = shareByNoon((weekday) => weekday === weekdayOf(TODAY))
  expect(sameWeekday).toBeCloseTo((2 * 6) / (2 * 6 + 24), 1)
  expect(sameWeekday).toBeGreaterThan(0.3)
  expect(shareByNoon((weekday) => weekday > 5)).toBeLessThan(0.05)
})

test('where there was no day like it, leads of other days say when it comes', () => {
  // Sunday and Saturday before a Tuesday with one Monday.
  expect(shareByNoon((weekday) => weekday > 5, 3)).toBeGreaterThan(0.05)
  expect(shareByNoon(() => true, 3)).toBeGreaterThan(0.9)
})
