import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { TODAY, decideTwice, flow, seeFlows, soldCap } from '#testing/sweeps.ts'
import { WRONG_SHARE, findThreshold, hasHeld, hold, recall } from './decide.ts'

const one = flow({ usual: 40 })
const { suggestions } = decideTwice((at) => seeFlows([one], [soldCap(one, 20)], at), 600)

/** Whether it would be said after sweeps at these minutes; null: one in which it is not so. */
function isSaidAfter(sweeps: readonly (number | null)[], everyMinutes = 5): boolean {
  const [suggestion] = suggestions
  if (!suggestion) throw new Error('nothing to hold')
  let held = {}
  let now = { day: TODAY, minutes: 0 }
  for (const [index, sweep] of sweeps.entries()) {
    now = { day: TODAY, minutes: sweep ?? index }
    held = hold(sweep === null ? [] : suggestions, held, now)
  }
  return hasHeld(suggestion, held, { now: { ...now, zone: zoneOf('UTC') }, everyMinutes })
}

it('says what is so for ten minutes', () => {
  expect(isSaidAfter([600])).toBe(false)
  expect(isSaidAfter([600, 605])).toBe(false)
  expect(isSaidAfter([600, 605, 610])).toBe(true)
  expect(isSaidAfter([600, 615])).toBe(true)
})

it('says at once what is so where the next sweep is hours, or a day, away', () => {
  expect(isSaidAfter([600], 240)).toBe(false)
  expect(isSaidAfter([600], 241)).toBe(true)
  expect(isSaidAfter([600], 1440)).toBe(true)
})

it('begins anew after it was not so', () => {
  expect(isSaidAfter([600, null, 610])).toBe(false)
})

it('knows nothing of another day', () => {
  const yesterday = { day: brandText<Day>('2026-03-01'), held: { key: 600 } }
  expect(recall(yesterday, { day: TODAY, minutes: 5 })).toEqual({})
  expect(recall(null, { day: TODAY, minutes: 5 })).toEqual({})
})

it('knows nothing of a time that is still to come, as after a change to a zone in the west', () => {
  const memory = { day: TODAY, held: { before: 410, now: 420, later: 890 } }
  expect(recall(memory, { day: TODAY, minutes: 420 })).toEqual({ before: 410, now: 420 })
})

it('lets one thing through that is rare among all that was looked at', () => {
  expect(findThreshold([0.0004], 100)).toBe(0.0004)
  expect(findThreshold([0.0006], 100)).toBe(0)
  expect(findThreshold([], 100)).toBe(0)
})

it('lets more through the more there are', () => {
  expect(findThreshold([0.0004, 0.0009, 0.0014, 0.5], 100)).toBe(0.0014)
})

const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 })

it('keeps to the share that may be wrong, whatever the chances', () => {
  fc.assert(
    fc.property(chances, fc.nat(1_000), (ps, more) => {
      const tested = ps.length + more
      const threshold = findThreshold(ps, tested)
      const discoveries = ps.filter((p) => p <= threshold && threshold > 0).length
      expect(threshold * tested).toBeLessThanOrEqual(WRONG_SHARE * discoveries * (1 + 1e-9))
    }),
  )
})

it('lets no more through where more is looked at', () => {
  fc.assert(
    fc.property(chances, fc.nat(1_000), (ps, more) => {
      expect(findThreshold(ps, ps.length + more)).toBeLessThanOrEqual(findThreshold(ps, Math.max(1, ps.length)))
    }),
  )
})
