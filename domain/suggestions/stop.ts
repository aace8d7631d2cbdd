import { SLOT_MINUTES, SLOTS, type Gaps } from './forecast.ts'
import type { Expectations } from './level.ts'
import { passedOf, slotsOf } from './slots.ts'
import { ALL, GEO, SOURCE } from './tally.ts'

// Gaps between leads. A gap is measured in leads that were due meanwhile, so a night counts for nothing. It is multiplied by
// the share of due leads that all others brought, so a lull of everybody counts less.

/** By row of a source, or of a source in a geo. */
export type GapsByRow = ReadonlyMap<number, Gaps>

/** The chance, before the day is seen, that a source stops on it: about once a year. */
const STOPS_A_DAY = 1 / 300

/** Fewest days from which a longest gap is known. */
const LEAST_DAYS = 3
/** Days with the longest gaps, from which the tail of gaps is learnt. */
const TAIL_DAYS = 5
/** Leads that come by chance alone count as this many sources in the tail of all. */
const PRIOR_SOURCES = 3

/** The usual pace counts as this many leads in the pace of the others. */
const LULL_LEADS = 5
/** The mean share that is left of a poor day. No lull is deeper: where everything stands still, that is told later. */
export const POOR_SHARE = 0.35

/** Leads of a subject on a day: due in all, the share of each slot, and those that came in it. */
interface DayPace {
  mean: number
  curve: Float64Array
  came: Uint32Array | Float64Array
}

/** Of today, or of a day of history that gaps are measured in (`at`: of `gapDays`). */
function paceOf({ tally, curves, levels }: Expectations, row: number, at?: number): DayPace {
  const [level, curve] = [levels[row], slotsOf(curves, row)]
  if (at === undefined) return { mean: level?.mean ?? 0, curve, came: slotsOf(tally.came, row) }
  const came = tally.gapSlots.get(row)?.subarray(at * SLOTS, (at + 1) * SLOTS) ?? new Uint32Array(SLOTS)
  return { mean: level?.ahead.means[tally.gapDays[at] ?? -1] ?? 0, curve, came }
}

/** A gap of one subject. */
interface OpenGap {
  /** Leads due since the end of the slot of the last one. */
  due: number
  /** The share, POOR_SHARE to 1, of all other leads due since then that came. */
  lull: number
}

/** Gaps of a day up to a minute of it. The last one is still open. */
function listGaps(own: DayPace, all: DayPace, minutes: number): OpenGap[] {
  const gaps: OpenGap[] = []
  let [due, othersDue, othersCame] = [0, 0, 0]
  const gap = () => ({
    due,
    lull: Math.max(POOR_SHARE, Math.min(1, (LULL_LEADS + othersCame) / (LULL_LEADS + othersDue))),
  })
  for (let slot = 0; slot < SLOTS && slot * SLOT_MINUTES <= minutes; slot += 1) {
    const passed = passedOf(slot, minutes)
    if ((own.came[slot] ?? 0) > 0) {
      if (due > 0) gaps.push(gap())
      due = othersDue = othersCame = 0
      continue
    }
    const ownDue = own.mean * (own.curve[slot] ?? 0)
    due += ownDue * passed
    othersDue += Math.max(0, all.mean * (all.curve[slot] ?? 0) - ownDue) * passed
    othersCame += all.came[slot] ?? 0
  }
  return [...gaps, gap()]
}

/** The longest gaps of the last days that were like today. */
export function learnGaps(given: Expectations): GapsByRow {
  const gaps = new Map<number, Gaps>()
  for (const level of [SOURCE, GEO + SOURCE]) {
    const known = given.tally.subjects
      .rowsOf(level)
      .map((row) => ({ row, ...listLongest(given, row) }))
      .filter(({ ofDays, count }) => ofDays.length >= LEAST_DAYS && count > ofDays.length)
    const tail = learnTail(known.map(({ ofDays }) => ofDays))
    for (const { row, ofDays, count } of known) {
      gaps.set(row, { longest: Math.max(ofDays[0] ?? 0, 1), tail, count, days: ofDays.length })
    }
  }
  return gaps
}

/** The longest gap of each of these days, the longest first, and the leads of all of them. */
function listLongest(given: Expectations, row: number): { ofDays: number[]; count: number } {
  const all = given.tally.subjects.broaden(row, ALL)
  const ofDays: number[] = []
  let count = 0
  for (const at of given.tally.gapDays.keys()) {
    const pace = paceOf(given, row, at)
    if (pace.mean === 0) continue
    const gaps = listGaps(pace, paceOf(given, all, at), SLOTS * SLOT_MINUTES)
    ofDays.push(Math.max(...gaps.map(({ due, lull }) => due * lull)))
    for (const leads of pace.came) count += leads
  }
  return { ofDays: ofDays.toSorted((a, b) => b - a), count }
}

/**
 * Leads due by which the longest gaps of days exceed shorter ones (Rényi's spacings, Hill's estimator): beyond any gap, those of
 * an exponential tail are longer by its mean. The median of all sources, so that a storm at some of them says nothing; never
 * below 1, the tail of leads that come by chance alone.
 */
function learnTail(sources: readonly (readonly number[])[]): number {
  const means = sources.map((ofDays) => {
    const top = Math.min(TAIL_DAYS, ofDays.length - 1)
    const excess = ofDays.slice(0, top).reduce((sum, gap) => sum + gap - (ofDays[top] ?? 0), 0) / top
    // The median of such a mean (Gamma of shape `top`) is lower than the tail by this.
    return excess / (1 - 1 / (3 * top))
  })
  const sorted = [...means, ...Array.from({ length: PRIOR_SOURCES }, () => 1)].toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 1, sorted[sorted.length >> 1] ?? 1]
  return Math.max(1, (low + high) / 2)
}

/** The open gap of a subject today. */
export function measureGap(given: Expectations, row: number, minutes: number): OpenGap {
  const all = paceOf(given, given.tally.subjects.broaden(row, ALL))
  return listGaps(paceOf(given, row), all, minutes).at(-1) ?? { due: 0, lull: 1 }
}

/**
 * How many gaps of `due` an ordinary day brings. Each lead begins a gap. Up to the longest of `count` gaps they are
 * exponential, so that one in `days` has one as long. Beyond it they have the tail of all sources.
 */
function countOrdinary({ longest, tail, count, days }: Gaps, due: number): number {
  const within = count ** (1 - Math.min(due, longest) / longest)
  return (within / days) * Math.exp(-Math.max(0, due - longest) / tail)
}

/** The chance that the source has stopped, after a gap of `due`. */
export function chanceOfStop(gaps: Gaps, due: number): number {
  return STOPS_A_DAY / (STOPS_A_DAY + Math.min(1, countOrdinary(gaps, due)))
}

/**
 * Whether it is more likely than not that the source has stopped. One of `parts` subjects needs odds of as many to one, so
 * that all of them together are told wrongly as seldom as one.
 */
export function isAlarming(gaps: Gaps, due: number, parts: number): boolean {
  return chanceOfStop(gaps, due) >= parts / (parts + 1)
}
