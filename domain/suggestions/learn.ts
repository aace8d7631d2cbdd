import { type Day, addDays } from '#domain/kernel/day.ts'
import { learnMoments, type MomentsByLevel } from './credibility.ts'
import { learnCurves } from './curve.ts'
import type { DayAtRest, EndedCap, SlotCount } from './forecast.ts'
import { learnLevels, type Expectations } from './level.ts'
import { learnGaps, type GapsByRow } from './stop.ts'
import { tallyUp } from './tally.ts'

/** All that forecasts of a day are made from, for every subject. */
export interface Learnt extends Expectations {
  today: Day
  moments: MomentsByLevel
  gaps: GapsByRow
}

/**
 * Learns from the leads of history and of today, in any order. `caps` are the broker caps of history. From a subject's first one
 * on, days without caps and leads say nothing of it. On a day on which a full cap stopped the leads, more would have come.
 * `atRest`: who has a day off, on which roughly a weekend's leads are expected.
 */
export function learn(
  counts: Iterable<SlotCount>,
  today: Day,
  caps: Iterable<EndedCap> = [],
  atRest: readonly DayAtRest[] = [],
): Learnt {
  const tally = tallyUp(counts, caps, today, atRest)
  const curves = learnCurves(tally)
  const expectations = { tally, curves, levels: learnLevels(tally, curves, today) }
  return { ...expectations, today, moments: learnMoments(expectations), gaps: learnGaps(expectations) }
}

/** Days of history. */
const DAYS = 56

/** The days that are learnt from, oldest first, and today. */
export function listHistoryDays(today: Day): Day[] {
  return Array.from({ length: DAYS + 1 }, (_, at) => addDays(today, at - DAYS))
}
