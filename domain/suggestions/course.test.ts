import { expect, test } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { GEOS, SOURCES, TODAY } from '#testing/slot-counts.ts'
import { believe, offBy } from './credibility.ts'
import { countDueSince, expectCourse } from './course.ts'
import { SLOTS, type Forecast } from './forecast.ts'
import { certain, findBand } from './counts.ts'
import { forecast as foretell } from './forecast-day.ts'
import { learn } from './learn.ts'

const NOW = 12 * 60 + 20
const slot = Math.floor(NOW / 15)
const rest = { mean: 20, size: 8 }
const { p10, p50, p90 } = findBand(certain(rest))

/** At 12:20 of a day on which a lead is usual in each quarter of an hour. */
const forecast: Forecast = {
  delivered: 30,
  total: { p10: 30 + p10, p50: 30 + p50, p90: 30 + p90 },
  rest: certain(rest),
  restBySlot: Array.from({ length: SLOTS - slot }, (_, ahead) => (ahead + 1) / (SLOTS - slot)),
  cameBySlot: [],
  usualByNow: rest,
  usual: rest,
  sureness: 10,
  usualBySlot: Array.from({ length: SLOTS }, (_, at) => at + 1),
  gaps: null,
  now: NOW,
  slot,
  days: 20,
  hadCaps: false,
}

test('a course begins with what has come, goes up hour by hour, and ends with what the day comes to', () => {
  const course = expectCourse(forecast)
  expect(course.map(({ minutes }) => minutes)).toEqual([NOW, ...Array.from({ length: 12 }, (_, at) => (13 + at) * 60)])
  expect(course[0]?.leads).toEqual({ p10: 30, p50: 30, p90: 30 })
  expect(course.at(-1)?.leads).toEqual(forecast.total)
  for (const quantile of ['p10', 'p50', 'p90'] as const) {
    const edge = course.map(({ leads }) => leads[quantile])
    expect(edge).toEqual(edge.toSorted((a, b) => a - b))
  }
})

test('leads were due since a minute of the day by what is usual', () => {
  expect(countDueSince(forecast, 0)).toBeCloseTo(49 + 5 / 15)
  expect(countDueSince(forecast, 11 * 60)).toBeCloseTo(80 / 15)
  expect(countDueSince(forecast, 12 * 60 + 19)).toBeCloseTo(1 / 15)
  expect(countDueSince(forecast, NOW)).toBe(0)
  // A lead that a clock ahead of ours has dated.
  expect(countDueSince(forecast, NOW + 1)).toBe(0)
})

test('what came of a subject never speaks against the rest of its day', () => {
  const moments = { own: 1, rest: 1, ownRest: 0.1, kin: 1, ownKin: 0.9, kinRest: 1 }
  const kin = offBy(10, 10, 0)
  expect(believe(moments, offBy(10, 20, 0), kin).factor).toBe(1)
  expect(believe(moments, offBy(10, 0, 0), kin).factor).toBe(1)
})

test('a burst says no more of the rest than three deviations do', () => {
  const moments = { own: 0.06, rest: 0.06, ownRest: 0.05, kin: 0, ownKin: 0, kinRest: 0 }
  const factorAfter = (came: number) => believe(moments, offBy(100, came, 0), offBy(0, 0, 0)).factor
  expect(factorAfter(150)).toBeCloseTo(1 + (0.5 * 0.05) / 0.07)
  expect(factorAfter(1_000)).toBeCloseTo(1 + (3 * Math.sqrt(0.07) * 0.05) / 0.07)
})

test('what is left of a busy day differs by as large a share as of any other', () => {
  const [geo, sourceNumber] = [GEOS[0], SOURCES[0]]
  if (geo === undefined || sourceNumber === undefined) throw new Error('the test is wrong')
  const key = { geo, advertiserId: 'B-1', sourceNumber }
  // Days differ by a quarter, in the morning and in the evening alike.
  const history = Array.from({ length: 42 }, (_, back) =>
    [30, 70].map((at) => ({ ...key, day: addDays(TODAY, -back - 1), slot: at, leads: back % 2 === 0 ? 150 : 250 })),
  ).flat()
  const restAfter = (leads: number) => {
    const learnt = learn([...history, { ...key, day: TODAY, slot: 30, leads }], TODAY)
    const made = foretell(learnt, key, { day: TODAY, minutes: 720 })
    if (!made.ok) throw new Error('no forecast')
    return made.value.rest[0] ?? rest
  }
  const [usual, busy] = [restAfter(200), restAfter(400)]
  expect(busy.mean / usual.mean).toBeGreaterThan(1.5)
  expect(busy.size / usual.size).toBeGreaterThan(0.8)
  expect(busy.size / usual.size).toBeLessThan(1.25)
})
