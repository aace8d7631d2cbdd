import { expect, test } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { GEOS, SOURCES, TODAY } from '#testing/slot-counts.ts'
import { believe, offBy } from './credibility.ts'
import { forecast } from './forecast-day.ts'
import { learn } from './learn.ts'

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
    const made = forecast(learnt, key, { day: TODAY, minutes: 720 })
    if (!made.ok) throw new Error('no forecast')
    const [rest] = made.value.rest
    if (!rest) throw new Error('nothing is left')
    return rest
  }
  const [usual, busy] = [restAfter(200), restAfter(400)]
  expect(busy.mean / usual.mean).toBeGreaterThan(1.5)
  expect(busy.size / usual.size).toBeGreaterThan(0.8)
  expect(busy.size / usual.size).toBeLessThan(1.25)
})
