import { expect, test } from 'vitest'
import { countLater, countDueSince, expectCourse } from './course.ts'
import { SLOTS, type Forecast } from './forecast.ts'
import { certain, findBand } from './counts.ts'

const NOW = 12 * 60 + 20
const slot = Math.floor(NOW / 15)
const rest = { mean: 20, size: 8 }
const { p10, p50, p90 } = findBand(certain(rest))

/** At 12:20 of a day on which a lead is usual in each quarter of an hour. */
const forecast: Forecast = {
  delivered: 30,
  later: 0,
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

test('what feeds brought that are ahead of the others came, and so much less is still to come', () => {
  const seen = countLater({ ...forecast, later: 5 })
  expect(seen).toMatchObject({ delivered: 35, cameBySlot: [35] })
  expect(Math.abs(seen.total.p50 - forecast.total.p50)).toBeLessThanOrEqual(1)
  expect(seen.total.p10).toBeGreaterThanOrEqual(35)
  expect(countLater({ ...forecast, later: 500 }).total).toEqual({ p10: 530, p50: 530, p90: 530 })
})
