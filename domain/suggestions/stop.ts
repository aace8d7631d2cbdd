import type { Curves } from './curve.ts'
import { SLOT_MINUTES, SLOTS, type Gaps } from './forecast.ts'
import type { DayLevel } from './level.ts'
import { ALL, SOURCE, type LeadTally } from './tally.ts'

// Gaps between leads. A gap is measured in leads that were due meanwhile, so a night counts for nothing. It is multiplied by
// the share of due leads that all others brought, so a lull of everybody counts less.

/** By row of a source, or of a source in a geo. */
export type GapsByRow = ReadonlyMap<number, Gaps>

/** A gap is alarming if it is this many times the longest earlier one, and at least this many leads due. */
const ALARM_TIMES = 1.7
const ALARM_DUE = 6

/** The chance, before the day is seen, that a source stops on it: about once a year. */
const STOPS_A_DAY = 1 / 300

/** Fewest days from which a longest gap is known. */
const LEAST_DAYS = 3

/** The usual pace counts as this many leads in the pace of the others. */
const LULL_LEADS = 5
/** The smallest lull: a gap still counts for this share of itself if everybody's leads stay away. */
const DEEPEST_LULL = 1 / 2

/** What was due and what came in each slot of a day, for a subject and for all leads. */
interface GapDay {
  mean: number
  curve: Float64Array
  came: ArrayLike<number>
  meanOfAll: number
  curveOfAll: Float64Array
  cameOfAll: ArrayLike<number>
}

/** A gap of one subject. */
interface OpenGap {
  /** Leads due since the end of the slot of the last one. */
  due: number
  /** The share, 1/2 to 1, of all other leads due since then that came. */
  lull: number
}

/** Calls `see` with each gap of a day up to a minute of it. The last one is still open. */
function walkGaps(
  { mean, curve, came, meanOfAll, curveOfAll, cameOfAll }: GapDay,
  minutes: number,
  see: (gap: OpenGap) => void,
): void {
  let [due, othersDue, othersCame] = [0, 0, 0]
  const gap = () => ({
    due,
    lull: Math.max(DEEPEST_LULL, Math.min(1, (LULL_LEADS + othersCame) / (LULL_LEADS + othersDue))),
  })
  for (let slot = 0; slot < SLOTS && slot * SLOT_MINUTES <= minutes; slot += 1) {
    const passed = Math.min(1, (minutes - slot * SLOT_MINUTES) / SLOT_MINUTES)
    const [leads, own] = [came[slot] ?? 0, mean * (curve[slot] ?? 0)]
    if (leads > 0) {
      if (due > 0) see(gap())
      due = othersDue = othersCame = 0
      continue
    }
    due += own * passed
    othersDue += Math.max(0, meanOfAll * (curveOfAll[slot] ?? 0) - own) * passed
    othersCame += cameOfAll[slot] ?? 0
  }
  see(gap())
}

/** What gaps are computed from. */
interface GapSource {
  tally: LeadTally
  curves: Curves
  levels: readonly DayLevel[]
}

/** The longest gaps of the last days that were like today. */
export function learnGaps({ tally, curves, levels }: GapSource): GapsByRow {
  const { subjects, gapRows, gapDays, gapSlots } = tally
  const gaps = new Map<number, Gaps>()
  const slotsOf = (place: number) =>
    gapSlots.subarray(place * gapDays.length * SLOTS, (place + 1) * gapDays.length * SLOTS)
  const cameOfAll = new Float64Array(gapDays.length * SLOTS)
  for (const [row, place] of gapRows) {
    if (subjects.levels[row] !== SOURCE) continue
    for (const [at, leads] of slotsOf(place).entries()) cameOfAll[at] = (cameOfAll[at] ?? 0) + leads
  }
  for (const [row, place] of gapRows) {
    const all = subjects.broaden(row, ALL)
    const [own, curve, curveOfAll] = [slotsOf(place), curveOf(curves, row), curveOf(curves, all)]
    let [longest, count, days] = [0, 0, 0]
    for (const [at, day] of gapDays.entries()) {
      const mean = levels[row]?.ahead.means[day] ?? 0
      if (mean === 0) continue
      days += 1
      const came = own.subarray(at * SLOTS, (at + 1) * SLOTS)
      const others = cameOfAll.subarray(at * SLOTS, (at + 1) * SLOTS)
      const meanOfAll = levels[all]?.ahead.means[day] ?? 0
      walkGaps(
        { mean, curve, came, meanOfAll, curveOfAll, cameOfAll: others },
        SLOTS * SLOT_MINUTES,
        ({ due, lull }) => {
          longest = Math.max(longest, due * lull)
        },
      )
      for (const leads of came) count += leads
    }
    if (days >= LEAST_DAYS && count > days) gaps.set(row, { longest: Math.max(longest, 1), count, days })
  }
  return gaps
}

/** The open gap of a subject today. */
export function measureGap(
  { tally: { subjects, came }, curves, levels }: GapSource,
  row: number,
  minutes: number,
): OpenGap {
  const all = subjects.broaden(row, ALL)
  let open: OpenGap = { due: 0, lull: 1 }
  const today: GapDay = {
    mean: levels[row]?.mean ?? 0,
    curve: curveOf(curves, row),
    came: curveOf(came, row),
    meanOfAll: levels[all]?.mean ?? 0,
    curveOfAll: curveOf(curves, all),
    cameOfAll: curveOf(came, all),
  }
  walkGaps(today, minutes, (gap) => {
    open = gap
  })
  return open
}

function curveOf(values: Float64Array, row: number): Float64Array {
  return values.subarray(row * SLOTS, (row + 1) * SLOTS)
}

/**
 * The chance that the source has stopped, after a gap of `due`. If gaps are exponential and the longest of `count` is
 * `longest`, a gap of `due` has the chance `count ^ -(due / longest)`. Each lead of a day begins a gap.
 */
export function chanceOfStop({ longest, count, days }: Gaps, due: number): number {
  if (due <= 0) return 0
  const ordinary = Math.min(1, (count / days) * count ** -(due / longest))
  return STOPS_A_DAY / (STOPS_A_DAY + ordinary)
}

/**
 * Whether leads stay away longer than ever. `parts`: the number of subjects that are looked at. A gap must be longer by
 * `longest * ln parts / ln count`, so that all of them together are told wrongly as seldom as one.
 */
export function isAlarming({ longest, count }: Gaps, due: number, parts: number): boolean {
  return due >= Math.max(ALARM_DUE, longest * (ALARM_TIMES + Math.log(parts) / Math.log(count)))
}
