import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { createPlannedWorld, EVEN, UNEVEN } from '#testing/planned-worlds.ts'
import { measureDelays, plantFaults } from '#testing/planted-faults.ts'
import { simulateDays } from '#testing/suggestion-month.ts'

// Worlds whose truth is known. `npm run soak suggestions` looks at whole months, every quarter of an hour.
const isSoak = process.env['SOAK'] === '1'
/** A month is simulated for minutes; also a day is, where many tests run at once. */
const PATIENCE = isSoak ? 3_600_000 : 300_000
const START = brandText<Day>('2026-03-02')

describe('500 caps with nothing wrong', () => {
  const daysOfWorld = isSoak ? 30 : 1
  const step = isSoak ? 1 : 6

  const worlds = [
    { seed: 1, evenness: EVEN, days: 'even' },
    { seed: 2, evenness: EVEN, days: 'even' },
    { seed: 3, evenness: UNEVEN, days: 'uneven' },
    { seed: 4, evenness: UNEVEN, days: 'uneven' },
  ]

  it.each(isSoak ? worlds : worlds.slice(0, 1))(
    'get at most one suggestion a day (world $seed, $days days)',
    ({ seed, evenness }) => {
      const world = createPlannedWorld({ seed, places: 100, evenness })
      expect(world.capsOf(START)).toHaveLength(500)
      const told = simulateDays(world, START, daysOfWorld, step)
      const byDay = Map.groupBy(told, ({ day }) => day)
      expect(told.length / daysOfWorld).toBeLessThanOrEqual(1)
      expect(Math.max(0, ...[...byDay.values()].map(({ length }) => length))).toBeLessThanOrEqual(3)
    },
    PATIENCE,
  )
})

describe('faults that are put into a world', () => {
  const places = isSoak ? 100 : 30
  const each = isSoak ? 6 : 2
  const seeds = isSoak ? [11, 12, 13] : [11]

  it.each(seeds)(
    'are found on their first day, and are most of what is told (world %i)',
    (seed) => {
      const planted = plantFaults(createPlannedWorld({ seed, places }), START, each)
      const world = createPlannedWorld({ seed, places, faults: planted.map(({ fault }) => fault) })
      const told = simulateDays(world, START, 1, isSoak ? 1 : 3)
      const delays = measureDelays(planted, told, START)
      for (const [kind, ofKind] of delays) {
        const found = ofKind.filter((delay) => delay !== null)
        expect({ kind, areMost: found.length >= 0.8 * ofKind.length }).toEqual({ kind, areMost: true })
      }
      expect(Math.max(...(delays.get('silent') ?? []).map((delay) => delay ?? 0))).toBeLessThanOrEqual(4 * 60)
      // That a cap is far too high, or too low, is also seen as a gap between sold and bought.
      const others = told.filter(({ suggestion }) => !planted.some((one) => one.isFoundBy(suggestion)))
      expect(others.filter(({ suggestion: { kind } }) => kind !== 'unsold' && kind !== 'unbought')).toEqual([])
    },
    PATIENCE,
  )
})
