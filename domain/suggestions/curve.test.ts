import { expect, test } from 'vitest'
import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { GEOS, SOURCES, TODAY } from '#testing/slot-counts.ts'
import { learnCurves } from './curve.ts'
import { sumRow } from './slots.ts'
import { tallyUp } from './tally.ts'

/** A Tuesday, and the Saturday after it. */
const [TUESDAY, SATURDAY] = [TODAY, addDays(TODAY, 4)]

/**
 * The share of a day that comes before noon by six weeks, of which each day brings 1,000 leads: in the morning of some weekdays,
 * in the evening of others.
 */
function shareByNoon(
  today: Day,
  isMorning: (weekday: number) => boolean,
  days = 42,
  atRest: readonly Day[] = [],
): number {
  const [geo, sourceNumber] = [GEOS[0], SOURCES[0]]
  if (geo === undefined || sourceNumber === undefined) throw new Error('the test is wrong')
  const counts = Array.from({ length: days }, (_, back) => addDays(today, -back - 1)).map((day) => {
    return { geo, advertiserId: 'B-1', sourceNumber, day, slot: isMorning(weekdayOf(day)) ? 40 : 64, leads: 1_000 }
  })
  const tally = tallyUp(
    counts,
    [],
    today,
    atRest.map((day) => ({ day, side: 'geo', key: geo, rests: true })),
  )
  return sumRow(learnCurves(tally), tally.subjects.count - 1, 48)
}

test('working days are alike for the curve of a day, and those of a weekend say next to nothing of it', () => {
  expect(shareByNoon(TUESDAY, (weekday) => weekday === 2)).toBeCloseTo(6 / 30, 1)
  expect(shareByNoon(TUESDAY, (weekday) => weekday > 5)).toBeLessThan(0.05)
})

test('leads of Saturdays count twice for a Saturday', () => {
  const bySaturdays = shareByNoon(SATURDAY, (weekday) => weekday === 6)
  expect(bySaturdays).toBeGreaterThan(0.6)
  expect(bySaturdays).toBeLessThan(0.7)
})

test('a day off has the hours of a weekend, and says nothing of those of a working day', () => {
  expect(shareByNoon(TUESDAY, (weekday) => weekday > 5, 42, [TUESDAY])).toBeGreaterThan(0.9)
  const [lastTuesday, before] = [addDays(TUESDAY, -7), addDays(TUESDAY, -14)]
  expect(shareByNoon(TUESDAY, (weekday) => weekday === 2, 42, [lastTuesday, before])).toBeCloseTo(4 / 28, 2)
})

test('where there was no day like it, leads of other days say when it comes', () => {
  // Sunday and Saturday before a Tuesday with one Monday.
  expect(shareByNoon(TUESDAY, (weekday) => weekday > 5, 3)).toBeGreaterThan(0.05)
  expect(shareByNoon(TUESDAY, () => true, 3)).toBeGreaterThan(0.9)
})
