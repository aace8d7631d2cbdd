import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeFullAt, countDueSince, expectCourse, seenAt } from './course.ts'
import { SLOTS, SLOT_MINUTES, type Forecast } from './forecast.ts'
import { takeApart } from './slots.ts'
import { certain, findBand } from './counts.ts'

const NOW = 12 * 60 + 20
const slot = Math.floor(NOW / 15)
const rest = { mean: 20, size: 8 }
const { p10, p50, p90 } = findBand(certain(rest))

/** At 12:20 of a day on which a lead is usual in each quarter of an hour. */
const forecast: Forecast = {
  delivered: 30,
  laterBySlot: [],
  total: { p10: 30 + p10, p50: 30 + p50, p90: 30 + p90 },
  rest: certain(rest),
  restBySlot: Array.from({ length: SLOTS - slot }, (_, ahead) => (ahead + 1) / (SLOTS - slot)),
  cameBySlot: Array.from({ length: slot + 1 }, (_, at) => 30 - slot + at),
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

const LATER = 17 * 60
/** What came of feeds that are ahead, at a quarter past three. */
const AT = (15 * 60) / SLOT_MINUTES + 1
const bySlot = (later: number) => Array.from({ length: SLOTS - slot - 1 }, (_, at) => (slot + 1 + at < AT ? 0 : later))

test('what feeds brought that are ahead of the others came, and so much less is still to come', () => {
  const seen = seenAt({ ...forecast, laterBySlot: bySlot(5) }, LATER)
  expect(seen).toMatchObject({ delivered: 35, laterBySlot: [], now: LATER, slot: LATER / SLOT_MINUTES })
  expect(seen.cameBySlot.slice(slot - 1)).toEqual([
    29,
    30,
    ...Array.from({ length: AT - slot - 1 }, () => 30),
    ...Array.from({ length: LATER / SLOT_MINUTES - AT + 1 }, () => 35),
  ])
  expect(computeFullAt(seen, 33).p50).toBe((AT + 1) * SLOT_MINUTES)
  expect(Math.abs(seen.total.p50 - forecast.total.p50)).toBeLessThanOrEqual(1)
  expect(seen.total.p10).toBeGreaterThanOrEqual(35)
})

test('however many came of feeds that are ahead, what is due from then on is still to come', () => {
  const due = (rest.mean * (SLOTS - LATER / SLOT_MINUTES)) / (SLOTS - slot)
  const { total } = seenAt({ ...forecast, laterBySlot: bySlot(500) }, LATER)
  expect(total.p10).toBeGreaterThan(530)
  expect(Math.abs(total.p50 - 530 - due)).toBeLessThanOrEqual(1.5)
})

test('while a feed is behind nothing is expected at a minute that is over', () => {
  const seen = seenAt(forecast, LATER)
  expect(seen).toMatchObject({ delivered: 30, total: forecast.total, rest: forecast.rest })
  expect(computeFullAt(forecast, 31).p50).toBeLessThan(LATER)
  expect(computeFullAt(seen, 31).p50).toBeGreaterThanOrEqual(LATER)
  expect(expectCourse(seen)[0]).toMatchObject({ minutes: LATER })
  expect(expectCourse(seen).at(-1)).toEqual(expectCourse(forecast).at(-1))
})

test('what is seen at any minute is in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: NOW, max: 1439 }), fc.integer({ min: 0, max: 60 }), (minutes, later) => {
      const seen = seenAt({ ...forecast, laterBySlot: bySlot(later) }, minutes)
      expect(seen.restBySlot).toHaveLength(SLOTS - seen.slot)
      expect(seen.restBySlot.at(-1)).toBeCloseTo(1, 9)
      for (const share of takeApart(seen.restBySlot)) expect(share).toBeGreaterThanOrEqual(-1e-9)
      expect(seen.cameBySlot).toHaveLength(seen.slot + 1)
      expect(seen.total.p10).toBeGreaterThanOrEqual(30 + later)
    }),
  )
})
