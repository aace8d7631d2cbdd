import { type Day, addDays } from '#domain/kernel/day.ts'
import { learnMoments, type MomentsByLevel } from './credibility.ts'
import { learnCurves, type Curves } from './curve.ts'
import type { DayAtRest, EndedCap, SlotCount } from './forecast.ts'
import { learnLevels, type DayLevel } from './level.ts'
import { learnGaps, type GapsByRow } from './stop.ts'
import { tallyUp, type LeadTally } from './tally.ts'

/** All that forecasts of a day are made from, for every subject. */
export interface Learnt {
  today: Day
  tally: LeadTally
  curves: Curves
  /** By row of the tally's subjects. */
  levels: readonly DayLevel[]
  moments: MomentsByLevel
  gaps: GapsByRow
}

/**
 * Learns from the leads of history and of today, in any order. `caps` are the broker caps of history. If a key has any, its
 * days without one say nothing. On a day on which a full cap stopped the leads, more would have come. `atRest`: who has a day
 * off, on which roughly a weekend's leads are expected.
 */
export function learn(
  counts: Iterable<SlotCount>,
  today: Day,
  caps: Iterable<EndedCap> = [],
  atRest: readonly DayAtRest[] = [],
): Learnt {
  const tally = tallyUp(counts, caps, today, atRest)
  const curves = learnCurves(tally)
  const levels = learnLevels(tally, curves, today)
  return {
    today,
    tally,
    curves,
    levels,
    moments: learnMoments(tally, curves, levels),
    gaps: learnGaps({ tally, curves, levels }),
  }
}

/** Days of history. */
const DAYS = 56

/** The days that are learnt from, oldest first, and today. */
export function listHistoryDays(today: Day): Day[] {
  return Array.from({ length: DAYS + 1 }, (_, at) => addDays(today, at - DAYS))
}
