import { type Day, addDays } from '#domain/kernel/day.ts'
import { learnMoments, type MomentsByLevel } from './credibility.ts'
import { learnCurves, type Curves } from './curve.ts'
import type { DayAtRest, EndedCap, SlotCount } from './forecast.ts'
import { learnLevels, type DayLevel } from './level.ts'
import { learnGaps, type GapsByRow } from './stop.ts'
import { tallyUp, type LeadTally } from './tally.ts'

/** All that is known on a day of every subject, to forecast from. */
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
 * Learns from the leads of history and of today, in any order. `caps` are the broker caps of history: of a key that has
 * any, the days without one say nothing, and what came on a day on which it was full and leads stopped is less than
 * what would have come. Who is `atRest` on a day of history, or today, is expected to bring what a weekend's day does, more or less.
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

/** Days back that are learnt from. */
const DAYS = 56

/** The days that are learnt from, oldest first, and today. */
export function listHistoryDays(today: Day): Day[] {
  return Array.from({ length: DAYS + 1 }, (_, at) => addDays(today, at - DAYS))
}
