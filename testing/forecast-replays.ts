import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { remember } from '#sandbox/remember.ts'
import { createWorld } from '#sandbox/world/world.ts'
import { countDemoLeads, listDemoCaps } from './demo-counts.ts'
import type { Replay } from './forecast-score.ts'
import { createLeadWorld, type LeadWorldOptions } from './lead-worlds.ts'

/** The Monday on which every replayed world begins. */
export const REPLAY_START = brandText<Day>('2026-01-05')

/** Weeks of days that differ as days do: sources with curves, weekends, growth and beginnings of their own. */
export const ORDINARY: Omit<LeadWorldOptions, 'seed'> = {
  start: REPLAY_START,
  caps: 120,
  leadsOfCap: 12,
  evenness: { source: 30, cap: 12 },
  burst: 6,
  trend: 0.03,
  fresh: 0.2,
  stops: false,
}

/** Worlds that differ in what makes forecasting hard. */
export const SIMULATED: readonly Omit<LeadWorldOptions, 'seed'>[] = [
  ORDINARY,
  { ...ORDINARY, evenness: { source: 1_000, cap: 1_000 }, burst: 1_000, trend: 0, fresh: 0 },
  { ...ORDINARY, evenness: { source: 8, cap: 4 }, burst: 2, trend: 0.06 },
  { ...ORDINARY, leadsOfCap: 3, caps: 160 },
  { ...ORDINARY, leadsOfCap: 60, caps: 60 },
]

export function replaySimulated(options: LeadWorldOptions): Replay {
  const world = createLeadWorld(options)
  return { countsOf: remember(world.countsOf), capsOf: remember(world.capsOf) }
}

export function replayDemo(seed: number): Replay {
  const world = createWorld({ seed, zone: 'Etc/GMT-2', start: REPLAY_START })
  return {
    countsOf: remember((day) => countDemoLeads(world, day)),
    capsOf: remember((day) => listDemoCaps(world, day)),
  }
}
