import { countOpenMinutes } from '#domain/caps/pace.ts'
import type { Hours, Window } from '#domain/hours/working-hours.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { WallTime } from '#domain/kernel/zone.ts'
import { believe, familyOf, knownAt, offBy, type Off } from './credibility.ts'
import { SLOT_MINUTES, SLOTS, type Forecast, type Subject } from './forecast.ts'
import type { Learnt } from './learn.ts'
import { addUp, slotsOf, sumRow, sumUntil, takeApart } from './slots.ts'
import { chanceOfStop, measureGap, POOR_SHARE } from './stop.ts'
import { GEO, plannedOf, SOURCE } from './tally.ts'
import { certain, findBand, logChance, type Counts, type NegativeBinomial } from './counts.ts'

/** Days of history that a forecast needs. */
export const LEAST_DAYS = 3

export type ForecastRefusal = { reason: 'forecast.too-little-history'; days: number }

/** The largest share of leads expected outside of a cap's hours. If more came there before, the hours are new. */
const MOST_LEAK = 0.05
/** A size beyond which the mixture is a plain Poisson count. */
const MOST_SIZE = 1e6

/**
 * Forecasts a subject's leads of today. `now` is on the day that was learnt for. With the `hours` of a cap, hardly any leads
 * are expected outside of them. While `paused` none are, and they do not come later instead.
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
  const within = restrict(learnt, row, hours)
  const shares = paused.length === 0 ? within.shares : leaveOut(within.shares, paused)
  const mean = Math.max(level.mean * within.kept, 1e-6)
  const bySlot = addUp(shares)
  const cameBySlot = addUp(slotsOf(learnt.tally.came, row).subarray(0, slot + 1))
  const delivered = cameBySlot[slot] ?? 0
  const whole = bySlot.at(-1) ?? 1
  const until = Math.min(whole, sumUntil(shares, now.minutes))
  const { moments, width } = knownAt(learnt.moments.get(learnt.tally.subjects.levels[row] ?? 0) ?? [], now.minutes)
  const spread = moments.own + level.doubt
  const seen = { due: mean * until, came: delivered, left: mean * (whole - until), spread }
  const own = offBy(seen.due, delivered, level.doubt)
  const { factor, excess } = believe(moments, own, seeKin(learnt, row, now.minutes))
  const open = mixPoorDay(countOf(seen.left * factor, excess, width), seen)
  // A gap during a pause says nothing.
  const stop = paused.length === 0 ? stopOf(learnt, row, now.minutes) : 0
  const rest = stop < LEAST_CHANCE ? open : mixStop(open, stop)
  const gaps = learnt.gaps.get(row)
  return accept({
    delivered,
    laterBySlot: addUp(slotsOf(learnt.tally.came, row).subarray(slot + 1)),
    total: findBand(rest, delivered),
    rest,
    restBySlot: bySlot.slice(slot).map((share) => (until < whole ? Math.max(0, share - until) / (whole - until) : 1)),
    cameBySlot,
    usualByNow: { mean: seen.due, size: sizeOf(spread) },
    usual: { mean: mean * whole, size: sizeOf(level.excess + level.doubt) },
    sureness: (1 / mean + level.excess) / level.doubt,
    usualBySlot: bySlot.map((share) => share * mean),
    gaps: gaps ? { ...gaps, lull: measureGap(learnt, row, now.minutes).lull } : null,
    now: now.minutes,
    slot,
    days: level.days,
    hadCaps: plannedOf(learnt.tally, row).some((cap) => cap > 0),
  })
}

/** How often a source that has stopped is back on the same day. */
const BACK = 0.4

/** Adds a part without leads: the source has stopped and does not come back. */
function mixStop(open: Counts, chance: number): Counts {
  const gone = chance * (1 - BACK)
  return [{ mean: 0, size: 1, chance: gone }, ...open.map((part) => ({ ...part, chance: part.chance * (1 - gone) }))]
}

/** The chance that a subject's source has stopped, everywhere or in the subject's geo. */
function stopOf(learnt: Learnt, row: number, minutes: number): number {
  const chances = [SOURCE, GEO + SOURCE].map((level) => {
    const from = learnt.tally.subjects.broaden(row, level)
    const known = learnt.gaps.get(from)
    if (!known) return 0
    const { due, lull } = measureGap(learnt, from, minutes)
    return chanceOfStop(known, due * lull)
  })
  return Math.max(...chances)
}

/** How far the leads so far of a subject's family, without its own, are from what was due. */
function seeKin({ tally, curves, levels }: Learnt, row: number, minutes: number): Off {
  const wide = tally.subjects.broaden(row, familyOf(tally.subjects.levels[row] ?? 0))
  const dueOf = (one: number) => (levels[one]?.mean ?? 0) * sumUntil(slotsOf(curves, one), minutes)
  const cameOf = (one: number) => sumRow(tally.came, one, Math.floor(minutes / SLOT_MINUTES) + 1)
  return offBy(dueOf(wide) - dueOf(row), cameOf(wide) - cameOf(row), levels[wide]?.doubt ?? 1)
}

/** How often a day is poor for a reason of its own: a storm, an outage, a holiday that nobody told. */
const POOR = 0.02
/** The share that is left of such a day is Gamma-distributed with this shape around its mean. */
const POOR_SHAPE = 1
/** A less likely part is left out. */
const LEAST_CHANCE = 0.005

/** Leads that were due by now, those that came, and those still due, with the squared share by which the first may be off. */
interface SeenSoFar {
  due: number
  came: number
  left: number
  spread: number
}

/** The chance that a day is poor, as likely as the leads so far make it. */
function chanceOfPoor({ due, came, spread }: SeenSoFar): number {
  if (due <= 0 || came > due) return 0
  const asUsual = logChance({ mean: due, size: sizeOf(spread) }, came)
  const asPoor = logChance({ mean: due * POOR_SHARE, size: POOR_SHAPE }, came)
  return 1 / (1 + (1 / POOR - 1) * Math.exp(asUsual - asPoor))
}

/**
 * Adds the part of a poor day. Its rest is on average as poor as the leads so far, but may differ from them as much as poor
 * days differ from one another: a storm grows or passes.
 */
function mixPoorDay(ordinary: NegativeBinomial, seen: SeenSoFar): Counts {
  const chance = chanceOfPoor(seen)
  if (chance < LEAST_CHANCE) return certain(ordinary)
  const soFar = POOR_SHAPE + seen.came
  const mean = (seen.left * soFar) / (POOR_SHAPE / POOR_SHARE + seen.due)
  const size = 1 / (1 / soFar + 1 / POOR_SHAPE + 1 / (soFar * POOR_SHAPE))
  return [
    { ...ordinary, chance: 1 - chance },
    { mean, size, chance },
  ]
}

/**
 * A count of this mean. Its deviation, by chance and by `excess` (a squared share), is made `width` times as wide. Where days
 * are more even than chance it is binomial.
 */
function countOf(mean: number, excess: number, width: number): NegativeBinomial {
  if (mean <= 0) return { mean: 0, size: MOST_SIZE }
  const share = (1 / mean + Math.max(excess, -0.9 / mean)) * width ** 2 - 1 / mean
  return { mean, size: share > -1 / MOST_SIZE ? sizeOf(share) : Math.min(-Math.ceil(-1 / share), -Math.ceil(mean + 1)) }
}

function sizeOf(excess: number): number {
  return excess > 0 ? Math.min(MOST_SIZE, 1 / excess) : MOST_SIZE
}

/** A subject's curve within hours, and the share of its leads that is expected if these hours are kept. */
function restrict({ tally, curves }: Learnt, row: number, hours: Hours): { shares: Float64Array; kept: number } {
  const shares = slotsOf(curves, row)
  if (hours.kind !== 'windows') return { shares, kept: 1 }
  const open = openShares(hours)
  const sumOpen = (slots: Float64Array) => slots.reduce((sum, some, slot) => sum + some * (open[slot] ?? 0), 0)
  const [inside, all] = [sumOpen(shares), sumRow(tally.slots, row)]
  const strayed = all > 0 ? 1 - sumOpen(slotsOf(tally.slots, row)) / all : 0
  const leak = inside < 1 ? Math.min(strayed, MOST_LEAK) : 0
  const [within, without] = [(1 - leak) / (inside || 1), leak > 0 ? leak / (1 - inside) : 0]
  return {
    shares: shares.map((share, slot) => share * (without + (open[slot] ?? 0) * (within - without))),
    kept: (1 - strayed) / (1 - leak),
  }
}

/** Removes the leads that are due in paused minutes. */
function leaveOut(shares: Float64Array, paused: readonly Window[]): Float64Array {
  const taken = openShares({ kind: 'windows', windows: [...paused] })
  return shares.map((share, slot) => share * (1 - (taken[slot] ?? 0)))
}

/** Share of each slot's minutes in which leads are taken. */
function openShares(hours: Hours): number[] {
  return takeApart(
    Array.from({ length: SLOTS }, (_, slot) => countOpenMinutes(hours, (slot + 1) * SLOT_MINUTES) / SLOT_MINUTES),
  )
}
