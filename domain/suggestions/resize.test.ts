import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { createPlannedWorld, EVEN, UNEVEN, type Fault, type PlannedWorld } from '#testing/planned-worlds.ts'
import { simulateDay } from '#testing/suggestion-month.ts'
import { certain } from './counts.ts'
import type { Forecast } from './forecast.ts'
import { leaveBurstOut } from './resize.ts'

const START = brandText<Day>('2026-03-02')

/** Five times as many leads as usual between 13:00 and 14:00, of every second deal that nothing stops. */
function planBursts(world: PlannedWorld, day: Day): Fault[] {
  const free = world.deals.flatMap(({ place, rate }, deal) => (!place.source.stops && rate >= 12 ? [deal] : []))
  return free
    .filter((_, at) => at % 2 === 0)
    .map((deal) => ({ kind: 'burst', deal, day, fromMinutes: 780, untilMinutes: 840, times: 5 }))
}

/** What a raise expected at least, and what came by the end of its day. */
function replayBursts(seed: number, evenness: typeof EVEN): { low: number; end: number }[] {
  const day = addDays(START, seed % 4)
  const options = { seed, places: 20, evenness }
  const faults = planBursts(createPlannedWorld(options), day)
  const world = createPlannedWorld({ ...options, faults })
  // Nothing is said of what is bought: a raise has all the room that it needs.
  const sold = { ...world, capsOf: (of: Day) => world.capsOf(of).filter(({ kind }) => kind === 'broker') }
  const ends = Map.groupBy(world.countsOf(day), ({ geo, advertiserId, sourceNumber }) =>
    JSON.stringify([geo, advertiserId, sourceNumber]),
  )
  return simulateDay(sold, day, 2, []).flatMap(({ suggestion: { kind, evidence, subject } }) => {
    if (kind !== 'raise' || evidence.kind !== 'pace') return []
    const came = ends.get(JSON.stringify([subject.geo, subject.advertiserId, subject.sourceNumber])) ?? []
    return [{ low: Math.round(evidence.expected.p10), end: came.reduce((sum, { leads }) => sum + leads, 0) }]
  })
}

/** At 13:00 of a day that usually brings 40 leads evenly from 09:00 to 17:00, 36 of which came: the rest is foretold as 26. */
function forecastOf(cameBySlot: number[]): Forecast {
  const usualBySlot = Array.from({ length: 96 }, (_, slot) => Math.min(40, Math.max(0, (slot - 35) * 1.25)))
  return {
    delivered: 36,
    laterBySlot: [],
    total: { p10: 52, p50: 62, p90: 72 },
    rest: certain({ mean: 26, size: 50 }),
    restBySlot: [],
    cameBySlot,
    usualByNow: { mean: 20, size: 50 },
    usual: { mean: 40, size: 50 },
    sureness: 1,
    usualBySlot,
    gaps: null,
    now: 13 * 60,
    slot: 51,
    days: 20,
    hadCaps: true,
  }
}

describe('a cap that is raised on a burst', () => {
  it('is expected to go on as usual; one of a day that is better in all its hours to stay better', () => {
    const left = (came: (slot: number) => number) =>
      leaveBurstOut(forecastOf(Array.from({ length: 52 }, (_, slot) => came(slot)))).rest[0]?.mean
    // As usual until noon, and 26 in the hour after.
    expect(left((slot) => (slot < 48 ? Math.max(0, slot - 35) * 0.8 : 10 + (slot - 47) * 6.5))).toBeCloseTo(20, 5)
    expect(left((slot) => Math.max(0, slot - 35) * 2.25)).toBeGreaterThan(23)
  })

  it.runIf(process.env['SOAK'] === '1')(
    'ends below what its message expects at least in at most one case of five',
    { timeout: 1_800_000 },
    () => {
      const seeds = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]
      const raised = seeds.flatMap((seed) => [EVEN, UNEVEN].flatMap((evenness) => replayBursts(seed, evenness)))
      const below = raised.filter(({ low, end }) => end < low)
      expect(raised.length).toBeGreaterThan(0)
      expect(below.length).toBeLessThanOrEqual(raised.length / 5)
    },
  )
})
