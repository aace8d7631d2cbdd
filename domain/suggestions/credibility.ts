import { sumRow, sample, type Curves } from './curve.ts'
import type { DayLevel } from './level.ts'
import { ALL, CAP, CUTS, isAlike, LEVELS, SOURCE, type LeadTally, type Level } from './tally.ts'

/** The level whose other leads say something of a subject's day: for a cap its source, else all leads. */
export function familyOf(level: Level): Level | null {
  if (level === ALL) return null
  return level === CAP ? SOURCE : ALL
}

/**
 * How far days are from what is expected, at one time of the day: squared shares beyond chance. `own`: the subject's leads so
 * far. `rest`: those still to come. `kin`: the leads so far of its family without it. The others are products of two of these.
 */
interface Moments {
  own: number
  rest: number
  ownRest: number
  kin: number
  ownKin: number
  kinRest: number
  /** Factor by which an interval must be wider than these moments say, so that it holds what it says. */
  width: number
}

type Moment = Exclude<keyof Moments, 'width'>

/** Moments before any day was looked at, for each squared share by which whole days differ. */
const USUAL: Readonly<Record<Moment, number>> = { own: 1, rest: 1, ownRest: 0.5, kin: 0.5, ownKin: 0.25, kinRest: 0.25 }

function shapeMoments(of: (name: Moment) => number, width: number): Moments {
  const [own, rest, ownRest] = [of('own'), of('rest'), of('ownRest')]
  return { own, rest, ownRest, kin: of('kin'), ownKin: of('ownKin'), kinRest: of('kinRest'), width }
}

/** By level, one for each cut. */
export type MomentsByLevel = ReadonlyMap<Level, readonly Moments[]>

/** The spread of whole days counts as much for moments as this many days. */
const PRIOR_DAYS = 6
/** The weight of the cut before and after, beside the cut itself. */
const NEIGHBOUR = 0.5
/** Deviations at which a day's error is cut off. */
const FARTHEST = 3
/** With fewer leads due, a share says nothing. */
const LEAST_DUE = 0.5

/** The sums of a cut. */
type Sums = Record<Moment, { weighted: number; weight: number }>

function createSums(): Sums {
  const none = () => ({ weighted: 0, weight: 0 })
  return { own: none(), rest: none(), ownRest: none(), kin: none(), ownKin: none(), kinRest: none() }
}

/** Learns the moments from the days of history that are like today. Each day is weighted by how sure it is. */
export function learnMoments(tally: LeadTally, curves: Curves, levels: readonly DayLevel[]): MomentsByLevel {
  const { subjects } = tally
  return new Map(
    LEVELS.map((level) => {
      const rows = subjects.levels.flatMap((one, row) => (one === level ? [row] : []))
      const sums = CUTS.map(createSums)
      const past = sample(rows).map((row) => ({ row, moments: listPast(tally, curves, levels, row) }))
      for (const { row, moments } of past) addRow(moments, levels[row]?.excess ?? 0, sums)
      const excess = levels[rows[0] ?? -1]?.excess ?? 0.05
      const moments = CUTS.map((_, cut) => settle(sums, cut, excess))
      return [
        level,
        conform(
          past.map((one) => one.moments),
          moments,
        ),
      ] as const
    }),
  )
}

function addRow(past: readonly PastMoment[], excess: number, sums: readonly Sums[]): void {
  for (const { cut, own, kin, dueRest, rest: restCame } of past) {
    const so = offBy(own, excess)
    const rest = offBy({ due: dueRest, came: restCame, doubt: own.doubt }, excess)
    const ofKin = kin && offBy(kin, excess)
    const add = (name: Moment, one: Off | null, other: Off | null, plain: number) => {
      const into = sums[cut]?.[name]
      if (!one || !other || !into) return
      const weight = 1 / (one.variance * other.variance)
      into.weighted += weight * (one.off * other.off - plain)
      into.weight += weight
    }
    add('own', so, so, (so?.chance ?? 0) + own.doubt)
    add('rest', rest, rest, (rest?.chance ?? 0) + own.doubt)
    add('ownRest', so, rest, own.doubt)
    add('kin', ofKin, ofKin, (ofKin?.chance ?? 0) + (kin?.doubt ?? 0))
    add('ownKin', so, ofKin, 0)
    add('kinRest', ofKin, rest, 0)
  }
}

interface Off {
  /** Share by which more came than was due. */
  off: number
  /** The squared share that chance alone causes. */
  chance: number
  variance: number
}

function offBy({ due, came, doubt }: SoFar, excess: number): Off | null {
  if (due < LEAST_DUE) return null
  const chance = 1 / due
  const variance = chance + excess + doubt
  const most = FARTHEST * Math.sqrt(variance)
  return { off: Math.max(-most, Math.min(most, came / due - 1)), chance, variance }
}

/** The moments of a cut. The cuts beside it and the spread of whole days count too. */
function settle(sums: readonly Sums[], cut: number, excess: number): Moments {
  const prior = PRIOR_DAYS / (excess + 0.05) ** 2
  const shares = [NEIGHBOUR, 1, NEIGHBOUR]
  const value = (name: Moment) => {
    const sum = (part: 'weighted' | 'weight') =>
      shares.reduce((all, share, step) => all + share * (sums[cut + step - 1]?.[name][part] ?? 0), 0)
    return (prior * USUAL[name] * excess + sum('weighted')) / (prior + sum('weight'))
  }
  return shapeMoments((name) => (name === 'own' || name === 'kin' ? Math.max(0, value(name)) : value(name)), 1)
}

/** The share of outcomes that an interval must hold, and the deviations to each side that hold it for normal values. */
const HELD = 0.8
const HELD_DEVIATIONS = 1.2816
/** Quantities that were learnt from the same days: level, weekdays, moments. */
const LEARNT = 3
/** Parts of a day, each with a width of its own. */
const PARTS = 3
/** With fewer leads due, one count says nothing of how wide days are. */
const LEAST_CONFORMED = 4
/** The largest factor by which intervals are made wider or narrower. */
const MOST_WIDTH = 3

/**
 * Sets the widths (conformal). Each day of history is forecast from the days before it and from what had come by then.
 * The interval is made so wide that it holds eight in ten of them. With few days it holds more, since the next day may be
 * beyond all of them.
 */
function conform(past: readonly (readonly PastMoment[])[], moments: readonly Moments[]): Moments[] {
  const offs = Array.from({ length: PARTS }, (): number[] => [])
  const seen = new Set<number>()
  const alike = { common: 0, all: 0 }
  for (const ofRow of past) {
    for (const one of ofRow) {
      const { factor, excess } = believe(moments[one.cut] ?? NO_MOMENTS, one.own, one.kin)
      const due = one.dueRest * factor
      if (due < LEAST_CONFORMED) continue
      seen.add(one.day)
      const of = moments[one.cut] ?? NO_MOMENTS
      alike.common += Math.max(0, of.kinRest)
      alike.all += Math.max(0, of.rest) + 1 / due
      offs[Math.floor((one.cut * PARTS) / CUTS.length)]?.push(
        Math.abs(one.rest - due) / Math.sqrt(due + Math.max(-0.9 / due, excess / factor ** 2) * due * due),
      )
    }
  }
  // Subjects whose days go up and down together count as one. LEARNT quantities came from the same days, so more is held.
  const common = Math.min(1, alike.common / (alike.all || 1))
  const days = seen.size / (common + (1 - common) / Math.max(1, past.length))
  const chance = Math.min(1, HELD * (1 + LEARNT / Math.max(1, days)))
  const widths = offs.map((own) => {
    if (own.length === 0) return 1
    const sorted = Float64Array.from(own).toSorted()
    const width = (sorted[Math.min(sorted.length - 1, Math.ceil(chance * sorted.length))] ?? 1) / HELD_DEVIATIONS
    return Math.min(MOST_WIDTH, Math.max(1 / MOST_WIDTH, width))
  })
  return moments.map((one, cut) => ({ ...one, width: widths[Math.floor((cut * PARTS) / CUTS.length)] ?? 1 }))
}

const NO_MOMENTS = shapeMoments(() => 0, 1)

interface PastMoment {
  day: number
  cut: number
  own: SoFar
  kin: SoFar | null
  dueRest: number
  rest: number
}

/** What was due by the days before, and what came, at each cut of each day of history that is like today. */
function listPast(tally: LeadTally, curves: Curves, levels: readonly DayLevel[], row: number): PastMoment[] {
  const { subjects, days, totals, cuts, stopped } = tally
  const past: PastMoment[] = []
  const family = familyOf(subjects.levels[row] ?? ALL)
  const wide = family === null ? -1 : subjects.broaden(row, family)
  const [until, untilWide] = [row, wide].map((one) => CUTS.map((cut) => (one === -1 ? 0 : sumRow(curves, one, cut))))
  const cameOf = (place: number, cut: number) => cuts[place * CUTS.length + cut] ?? 0
  const expectedOf = (one: number, day: number) => {
    const { means, doubts } = levels[one]?.ahead ?? {}
    const mean = means?.[day] ?? 0
    return mean === 0 ? null : { mean, doubt: doubts?.[day] ?? 0 }
  }
  for (const day of days.keys()) {
    const [at, wideAt] = [row * days.length + day, wide * days.length + day]
    const expected = stopped[at] === -1 && isAlike(tally, row, day) ? expectedOf(row, day) : null
    if (!expected) continue
    const ofWide = expectedOf(wide, day)
    for (const cut of CUTS.keys()) {
      const share = until?.[cut] ?? 0
      const came = cameOf(at, cut)
      const due = expected.mean * share
      past.push({
        day,
        cut,
        own: { due, came, doubt: expected.doubt },
        kin: ofWide && {
          due: ofWide.mean * (untilWide?.[cut] ?? 0) - due,
          came: cameOf(wideAt, cut) - came,
          doubt: ofWide.doubt,
        },
        dueRest: expected.mean * (1 - share),
        rest: (totals[at] ?? 0) - came,
      })
    }
  }
  return past
}

/** The moments at a time of the day, linear between two cuts. */
export function momentsAt({ momentsOf }: { momentsOf: readonly Moments[] }, slot: number): Moments {
  const next = CUTS.findIndex((cut) => cut >= slot)
  const [before, after] = next === -1 ? [CUTS.length - 1, CUTS.length - 1] : [Math.max(0, next - 1), next]
  const [from, to] = [CUTS[before] ?? 0, CUTS[after] ?? 0]
  const part = to > from ? (slot - from) / (to - from) : 0
  const mix = (name: keyof Moments) =>
    (1 - part) * (momentsOf[before]?.[name] ?? 0) + part * (momentsOf[after]?.[name] ?? 0)
  return shapeMoments(mix, mix('width'))
}

/** Leads that were due and leads that came. */
export interface SoFar {
  due: number
  came: number
  /** Squared share by which `due` may be off. */
  doubt: number
}

/** The rest of a day. `factor`: expected leads for one lead due. `excess`: the squared share by which that may be off. */
interface RestShare {
  factor: number
  excess: number
}

/** The smallest factor. */
const LEAST_FACTOR = 0.03

/**
 * Linear credibility (Bühlmann): the best linear guess of the rest from the leads so far of the subject and of its family.
 * Each counts as much as it would have helped on the days of history, and never against the rest.
 */
export function believe(moments: Moments, own: SoFar, kin: SoFar | null): RestShare {
  const whole = moments.rest + own.doubt
  const isSeen = own.due > 0
  const [ownOff, ownVariance] = isSeen ? [own.came / own.due - 1, moments.own + own.doubt + 1 / own.due] : [0, 1]
  const ownRest = isSeen ? Math.max(0, moments.ownRest + own.doubt) : 0
  const seen = kin && kin.due >= LEAST_DUE ? kin : null
  const [kinOff, kinVariance] = seen ? [seen.came / seen.due - 1, moments.kin + seen.doubt + 1 / seen.due] : [0, 1]
  const kinRest = seen ? moments.kinRest : 0
  const both = Math.max(0, Math.min(moments.ownKin, 0.9 * Math.sqrt(ownVariance * kinVariance)))
  const determinant = ownVariance * kinVariance - both * both
  let byOwn = (ownRest * kinVariance - kinRest * both) / determinant
  let byKin = (kinRest * ownVariance - ownRest * both) / determinant
  if (byKin <= 0) [byOwn, byKin] = [ownRest / ownVariance, 0]
  else if (byOwn <= 0) [byOwn, byKin] = [0, kinRest / kinVariance]
  return {
    factor: Math.max(LEAST_FACTOR, 1 + byOwn * ownOff + byKin * kinOff),
    excess: whole - byOwn * ownRest - byKin * kinRest,
  }
}
