import { isOpen, type Hours, type Window } from '#domain/hours/working-hours.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { WallTime } from '#domain/kernel/zone.ts'
import { SLOT_MINUTES, SLOTS, type Forecast, type Subject } from './forecast.ts'
import type { Learnt } from './learn.ts'
import { CUTS } from './tally.ts'
import { chanceBelow, findQuantiles, type NegativeBinomial } from './negative-binomial.ts'

/** Days of history that a forecast needs. */
export const LEAST_DAYS = 3

export type ForecastRefusal = { reason: 'forecast.too-little-history'; days: number }

const KNOWN = [0.1, 0.5, 0.9]
/** Leads that come outside of hours, of all: as many as came before, but more than this means that the hours are new. */
const MOST_LEAK = 0.05
/** A size beyond which the mixture is a plain Poisson count. */
const MOST_SIZE = 1e6

/**
 * What will have come of a subject by the end of today. `now` is on the day that was learnt for. With `hours`, those of
 * a cap, hardly anything is expected outside of them; nothing is while paused, and no more at other times for it.
 */
export function forecast(
  learnt: Learnt,
  subject: Subject,
  now: WallTime,
  { hours = { kind: 'unknown' }, paused = [] }: { hours?: Hours; paused?: readonly Window[] } = {},
): Result<Forecast, ForecastRefusal> {
  const row = learnt.tally.subjects.rowOf(subject)
  const level = learnt.levels[row]
  if (!level || level.days < LEAST_DAYS || now.day !== learnt.today) {
    return refuse({ reason: 'forecast.too-little-history', days: level?.days ?? 0 })
  }
  const slot = Math.floor(now.minutes / SLOT_MINUTES)
  const { shares, kept } = restrict(learnt, row, hours)
  const mean = Math.max(level.mean * kept, 1e-6)
  if (paused.length > 0) stop(shares, paused)
  const bySlot = cumulate(shares)
  const cameBySlot = cumulate(learnt.tally.came.subarray(row * SLOTS, row * SLOTS + slot + 1))
  const delivered = cameBySlot[slot] ?? 0
  const passed = (now.minutes - slot * SLOT_MINUTES) / SLOT_MINUTES
  const whole = bySlot.at(-1) ?? 1
  const until = Math.min(whole, (slot === 0 ? 0 : (bySlot[slot - 1] ?? 0)) + passed * (shares[slot] ?? 0))
  const unevenness = unevennessAt(learnt, row, now.minutes)
  const day = { mean, sureness: level.sureness, excess: level.excess, unevenness }
  const rest = expectRest(day, delivered, { until, whole })
  const [p10 = 0, p50 = 0, p90 = 0] = findQuantiles(rest, KNOWN)
  return accept({
    delivered,
    total: { p10: delivered + p10, p50: delivered + p50, p90: delivered + p90 },
    rest,
    restBySlot: bySlot.slice(slot).map((share) => (until < whole ? Math.max(0, share - until) / (whole - until) : 1)),
    cameBySlot,
    usualByNow: expectByNow(day, until),
    usual: expectByNow(day, paused.length > 0 ? whole : 1),
    sureness: level.sureness,
    usualBySlot: bySlot.map((share) => share * mean),
    now: now.minutes,
    slot,
    days: level.days,
  })
}

/** The chance that at least so many leads come on this day, those that came included. */
export function chanceOfAtLeast({ delivered, rest }: Forecast, leads: number): number {
  return leads <= delivered ? 1 : 1 - chanceBelow(rest, leads - delivered)
}

/** Between two cuts, in proportion. */
function unevennessAt({ curves, tally }: Learnt, row: number, minutes: number): number {
  const measured = curves.unevenness.get(tally.subjects.levels[row] ?? 0) ?? []
  const slot = minutes / SLOT_MINUTES
  const next = CUTS.findIndex((cut) => cut >= slot)
  if (next <= 0) return measured.at(next) ?? 0
  const [before, after] = [CUTS[next - 1] ?? 0, CUTS[next] ?? 0]
  const part = (slot - before) / (after - before)
  return (1 - part) * (measured[next - 1] ?? 0) + part * (measured[next] ?? 0)
}

interface ExpectedDay {
  mean: number
  sureness: number
  excess: number
  unevenness: number
}

/** How far the day's rate may be from the mean: as a Gamma of this shape. */
function shapeOf({ mean, sureness, excess, unevenness }: ExpectedDay): number {
  const between = Math.max(excess - unevenness, excess / 10)
  return 1 / (between + (1 / mean + excess) / Math.max(sureness, 1))
}

/**
 * Gamma-Poisson: the day's rate given what came so far. What came counts for less where days are uneven, since a burst
 * in the morning says little of the evening.
 */
function expectRest(
  day: ExpectedDay,
  delivered: number,
  { until, whole }: { until: number; whole: number },
): NegativeBinomial {
  const shape = shapeOf(day)
  const burst = 1 + day.mean * day.unevenness
  const known = shape + delivered / burst
  const rate = known / (shape / day.mean + until / burst)
  const left = Math.max(0, whole - until)
  return { mean: rate * left, size: sizeOf(1 / known + (left > 0 ? day.unevenness / left : 0)) }
}

function expectByNow(day: ExpectedDay, until: number): NegativeBinomial {
  return {
    mean: day.mean * until,
    size: sizeOf(1 / shapeOf(day) + (until > 0 ? day.unevenness / until : 0)),
  }
}

function sizeOf(excess: number): number {
  return Math.min(MOST_SIZE, 1 / excess)
}

/** A subject's curve within hours, and how much of its leads is to be expected where these hours are kept. */
function restrict({ tally, curves }: Learnt, row: number, hours: Hours): { shares: Float64Array; kept: number } {
  const shares = curves.shares.slice(row * SLOTS, (row + 1) * SLOTS)
  if (hours.kind !== 'windows' || hours.windows.length === 0) return { shares, kept: 1 }
  const open = openShares(hours)
  let [inside, all, outside] = [0, 0, 0]
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const [part, leads] = [open[slot] ?? 0, tally.slots[row * SLOTS + slot] ?? 0]
    inside += (shares[slot] ?? 0) * part
    outside += leads * (1 - part)
    all += leads
  }
  const strayed = all > 0 ? outside / all : 0
  const leak = inside < 1 ? Math.min(strayed, MOST_LEAK) : 0
  const [within, without] = [(1 - leak) / inside, leak > 0 ? leak / (1 - inside) : 0]
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const part = open[slot] ?? 0
    shares[slot] = (shares[slot] ?? 0) * (part * within + (1 - part) * without)
  }
  return { shares, kept: (1 - strayed) / (1 - leak) }
}

/** What is due in minutes that are paused does not come. */
function stop(shares: Float64Array, paused: readonly Window[]): void {
  const taken = openShares({ kind: 'windows', windows: [...paused] })
  for (let slot = 0; slot < SLOTS; slot += 1) shares[slot] = (shares[slot] ?? 0) * (1 - (taken[slot] ?? 0))
}

/** Some dozens of hours stand for those of thousands of caps. */
const known = new WeakMap<Hours, Float64Array>()

/** Share of each slot's minutes in which leads are taken. */
function openShares(hours: Hours): Float64Array {
  const found = known.get(hours)
  if (found) return found
  const shares = Float64Array.from({ length: SLOTS }, (_, slot) => {
    let minutes = 0
    for (let minute = slot * SLOT_MINUTES; minute < (slot + 1) * SLOT_MINUTES; minute += 1) {
      if (isOpen(hours, minute)) minutes += 1
    }
    return minutes / SLOT_MINUTES
  })
  known.set(hours, shares)
  return shares
}

function cumulate(values: Float64Array): number[] {
  const sums: number[] = []
  let all = 0
  for (const value of values) sums.push((all += value))
  return sums
}
