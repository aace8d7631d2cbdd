import type { Curves } from './curve.ts'
import { SLOT_MINUTES, SLOTS, type Gaps } from './forecast.ts'
import type { DayLevel } from './level.ts'
import { ALL, SOURCE, type LeadTally } from './tally.ts'

// Leads that stay away. How long they do is told in leads that were due meanwhile, so that a night counts for nothing,
// and in what everybody else brought of theirs, so that a lull of all counts for less.

/** By row of a source, and of a source and geo. */
export type GapsByRow = ReadonlyMap<number, Gaps>

/** A gap so many times as long as the longest before it is no ordinary one, nor is any shorter than so many leads due. */
const ALARM_TIMES = 1.7
const ALARM_DUE = 6

/** How likely a source is taken to stop on a day before anything is seen of it: about once a year. */
const STOPS_A_DAY = 1 / 300

/** Days that must be known before anything is said of the longest. */
const LEAST_DAYS = 3

/** Leads by which the pace of the others is held to the usual one. */
const LULL_LEADS = 5
/** Where all stay away at once, a gap still counts for this share of itself. */
const DEEPEST_LULL = 1 / 2

/** What was due in each slot of a day, and what came: of a subject, and of all. */
interface GapDay {
  mean: number
  curve: Float64Array
  came: ArrayLike<number>
  meanOfAll: number
  curveOfAll: Float64Array
  cameOfAll: ArrayLike<number>
}

/** Leads of one subject that have not come. */
interface OpenGap {
  /** Leads due since the end of the slot of the last one. */
  due: number
  /** The share of what was due of all others since then that came of it, 1/2 to 1. */
  lull: number
}

/** Goes over the gaps of a day up to a minute of it; the last one is still open. */
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

/** Where gaps are looked for. */
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

/** For how long leads of a subject have stayed away today. */
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
 * The chance that leads stay away since they have stopped. Of `count` ordinary gaps the longest is as long as it is where
 * a gap of `due` has the chance `count ^ -(due / longest)` (exponential gaps), and each lead of a day begins one.
 */
export function chanceOfStop({ longest, count, days }: Gaps, due: number): number {
  if (due <= 0) return 0
  const ordinary = Math.min(1, (count / days) * count ** -(due / longest))
  return STOPS_A_DAY / (STOPS_A_DAY + ordinary)
}

/**
 * Whether leads stay away for longer than they ever did. `parts` are the subjects among which this is one: for the chance
 * that any of them is told wrongly to be that of one alone, a gap must be ln parts / ln count longest ones longer.
 */
export function isAlarming({ longest, count }: Gaps, due: number, parts: number): boolean {
  return due >= Math.max(ALARM_DUE, longest * (ALARM_TIMES + Math.log(parts) / Math.log(count)))
}
