import { sumRow, type Curves } from './curve.ts'
import { SLOT_MINUTES, SLOTS, type Gaps } from './forecast.ts'
import type { DayLevel } from './level.ts'
import type { LeadTally } from './tally.ts'

// Leads that stay away. How long they do is told in leads that were due meanwhile, so that a night counts for nothing.

/** By row of a source, and of a source and geo. */
export type GapsByRow = ReadonlyMap<number, Gaps>

/** A gap so many times as long as the longest before it is no ordinary one, nor is any shorter than so many leads due. */
const ALARM_TIMES = 1.5
const ALARM_DUE = 6

/** How likely a source is taken to stop on a day before anything is seen of it: about once a year. */
const STOPS_A_DAY = 1 / 300

/** Days that must be known before anything is said of the longest. */
const LEAST_DAYS = 3

export function learnGaps(tally: LeadTally, curves: Curves, levels: readonly DayLevel[]): GapsByRow {
  const { gapRows, gapDays, gapSlots } = tally
  const gaps = new Map<number, Gaps>()
  for (const [row, place] of gapRows) {
    let [longest, count, days] = [0, 0, 0]
    for (const [at, day] of gapDays.entries()) {
      const mean = levels[row]?.ahead.means[day] ?? 0
      if (mean === 0) continue
      days += 1
      let gap = 0
      for (let slot = 0; slot < SLOTS; slot += 1) {
        const due = mean * (curves[row * SLOTS + slot] ?? 0)
        const leads = gapSlots[(place * gapDays.length + at) * SLOTS + slot] ?? 0
        if (leads === 0) gap += due
        else {
          longest = Math.max(longest, gap)
          count += leads
          gap = 0
        }
      }
      longest = Math.max(longest, gap)
    }
    if (days >= LEAST_DAYS && count > days) gaps.set(row, { longest: Math.max(longest, 1), count, days })
  }
  return gaps
}

/** Leads due since the end of the slot of the last that came today. */
export function measureGap(came: Float64Array, curves: Curves, row: number, mean: number, minutes: number): number {
  const slot = Math.floor(minutes / SLOT_MINUTES)
  let last = slot
  while (last >= 0 && (came[row * SLOTS + last] ?? 0) === 0) last -= 1
  if (last === slot) return 0
  const until =
    sumRow(curves, row, slot) + ((minutes % SLOT_MINUTES) / SLOT_MINUTES) * (curves[row * SLOTS + slot] ?? 0)
  return mean * Math.max(0, until - sumRow(curves, row, last + 1))
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

/** Whether leads stay away for longer than they ever did. */
export function isAlarming({ longest }: Gaps, due: number): boolean {
  return due >= Math.max(ALARM_DUE, ALARM_TIMES * longest)
}
