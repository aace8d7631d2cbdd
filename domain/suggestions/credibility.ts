import { SLOT_MINUTES } from './forecast.ts'
import { sample, type DayLevel, type Expectations } from './level.ts'
import { sumRow } from './slots.ts'
import { ALL, CAP, CUT_SLOTS, CUTS, isAlike, LEVELS, SOURCE, type Level } from './tally.ts'

/** The level whose other leads say something of a subject's day: for a cap its source, else all leads. All leads have no others. */
export function familyOf(level: Level): Level {
  return level === CAP ? SOURCE : ALL
}

/** How far a part of a day is from what was due of it. */
export interface Off {
  /** Share by which more came. */
  off: number
  /** The squared share that chance alone causes. */
  chance: number
  /** The squared share by which what was due may be off. */
  doubt: number
}

/** With fewer leads due, a share says nothing. */
const LEAST_DUE = 0.5

export function offBy(due: number, came: number, doubt: number): Off {
  return due < LEAST_DUE ? { off: 0, chance: 1e9, doubt } : { off: came / due - 1, chance: 1 / due, doubt }
}

/** A day at one time of it: the subject's leads so far, those still to come, and the leads so far of its family without it. */
interface OffDay {
  own: Off
  rest: Off
  kin: Off
}

/** Products of two of these. `usual`: what they are before any day was looked at, for each squared share of excess. */
const PRODUCTS = {
  own: { of: ['own', 'own'], usual: 1 },
  rest: { of: ['rest', 'rest'], usual: 1 },
  ownRest: { of: ['own', 'rest'], usual: 0.5 },
  kin: { of: ['kin', 'kin'], usual: 0.5 },
  ownKin: { of: ['own', 'kin'], usual: 0.25 },
  kinRest: { of: ['kin', 'rest'], usual: 0.25 },
} as const

/** The means of these products beyond chance: squared shares. */
type Moments = Readonly<Record<keyof typeof PRODUCTS, number>>

/** What is known of the rest of a day by a cut of it. */
interface Knowledge {
  moments: Moments
  /** Factor by which an interval must be wider than these moments say, so that it holds what it says. */
  width: number
}

/** By level, one for each cut. */
export type MomentsByLevel = ReadonlyMap<Level, readonly Knowledge[]>

/** The spread of whole days counts as much for moments as this many days. */
const PRIOR_DAYS = 6
/** Deviations at which what a day is off by is cut off. */
const FARTHEST = 3

/** Learns the moments from the days of history that are like today. */
export function learnMoments(given: Expectations): MomentsByLevel {
  return new Map(
    LEVELS.map((level) => {
      const rows = sample(given.tally.subjects.rowsOf(level))
      const excess = given.levels[rows[0] ?? -1]?.excess ?? 0
      const cuts = Array.from({ length: CUTS }, (_, cut) => {
        const days = rows.flatMap((row) => listOffDays(given, row, cut))
        const of = (name: keyof Moments) => computeMoment(name, days, excess)
        const [own, kin] = [Math.max(0, of('own')), Math.max(0, of('kin'))]
        const products = { rest: of('rest'), ownRest: of('ownRest'), ownKin: of('ownKin'), kinRest: of('kinRest') }
        return { days, moments: { own, kin, ...products } }
      })
      // Subjects are off on the same days, so all of them together say hardly more than a few.
      const width = conform(cuts, (cuts[0]?.days.length ?? 0) / Math.sqrt(Math.max(1, rows.length)))
      return [level, cuts.map(({ moments }) => ({ moments, width }))] as const
    }),
  )
}

/** The mean of a product beyond chance. Each day is weighted by how sure it is. */
function computeMoment(name: keyof Moments, days: readonly OffDay[], excess: number): number {
  const { of, usual } = PRODUCTS[name]
  const prior = PRIOR_DAYS / (excess + 0.05) ** 2
  let [above, below] = [prior * usual * excess, prior]
  for (const day of days) {
    const [one, other] = [day[of[0]], day[of[1]]]
    // What was due of a subject so far and of its rest is off by the same.
    const byChance = of[0] === of[1] ? one.chance + one.doubt : name === 'ownRest' ? one.doubt : 0
    const [a, b] = [one, other].map(({ off, chance, doubt }) => {
      const deviation = Math.sqrt(chance + doubt + excess)
      return { off: Math.max(-FARTHEST * deviation, Math.min(FARTHEST * deviation, off)), deviation }
    })
    if (!a || !b) continue
    const weight = 1 / (a.deviation * b.deviation) ** 2
    above += weight * (a.off * b.off - byChance)
    below += weight
  }
  return above / below
}

/** The share of outcomes that an interval must hold, and the deviations to each side that hold it for normal values. */
const HELD = 0.8
const HELD_DEVIATIONS = 1.2816
/** Quantities that were learnt from the same days: the level and the moments. */
const LEARNT = 2
/** The largest factor by which intervals are made wider. */
const MOST_WIDTH = 3
/** With fewer leads due, one count says nothing of how wide days are. */
const LEAST_CONFORMED = 4

/**
 * The width with which the intervals of past days would have held eight in ten of them (conformal). Of few days it holds more,
 * since the next one may be beyond all of them. `independent`: as how many days these count.
 */
function conform(cuts: readonly { days: readonly OffDay[]; moments: Moments }[], independent: number): number {
  const errors = cuts.flatMap(({ days, moments }) =>
    days.flatMap(({ own, rest, kin }) => {
      const { factor, excess } = believe(moments, own, kin)
      if (factor < LEAST_CONFORMED * rest.chance) return []
      const chance = rest.chance / factor
      return [Math.abs((1 + rest.off) / factor - 1) / Math.sqrt(chance + Math.max(excess, -0.9 * chance))]
    }),
  )
  const share = HELD * (1 + LEARNT / independent)
  const held = Float64Array.from(errors).toSorted()[Math.floor(Math.min(share * errors.length, errors.length - 1))]
  return Math.min(MOST_WIDTH, (held ?? HELD_DEVIATIONS) / HELD_DEVIATIONS)
}

/** What was due by the days before, and what came, at a cut of each day of history that is like today. */
function listOffDays({ tally, curves, levels }: Expectations, row: number, cut: number): OffDay[] {
  const { subjects, days, totals, cuts, stopped } = tally
  const wide = subjects.broaden(row, familyOf(subjects.levels[row] ?? ALL))
  const [share, wideShare] = [sumRow(curves, row, cut * CUT_SLOTS), sumRow(curves, wide, cut * CUT_SLOTS)]
  return [...days.keys()].flatMap((day) => {
    const at = row * days.length + day
    const expected = expectedOn(levels[row], day)
    if (expected.mean === 0 || stopped[at] !== -1 || !isAlike(tally, row, day)) return []
    const ofWide = expectedOn(levels[wide], day)
    const came = cuts[at * CUTS + cut] ?? 0
    const cameWide = cuts[(wide * days.length + day) * CUTS + cut] ?? 0
    const due = expected.mean * share
    return {
      own: offBy(due, came, expected.doubt),
      rest: offBy(expected.mean - due, (totals[at] ?? 0) - came, expected.doubt),
      kin: offBy(ofWide.mean * wideShare - due, cameWide - came, ofWide.doubt),
    }
  })
}

function expectedOn(level: DayLevel | undefined, day: number): Pick<DayLevel, 'mean' | 'doubt'> {
  return { mean: level?.ahead.means[day] ?? 0, doubt: level?.ahead.doubts[day] ?? 0 }
}

/** What is known at the cut that is nearest to a minute of the day. */
export function knownAt(cuts: readonly Knowledge[], minutes: number): Knowledge {
  const cut = Math.min(CUTS - 1, Math.round(minutes / SLOT_MINUTES / CUT_SLOTS))
  return cuts[cut] ?? { moments: { own: 0, rest: 0, ownRest: 0, kin: 0, ownKin: 0, kinRest: 0 }, width: 1 }
}

/** The smallest factor. */
const LEAST_FACTOR = 0.03

/**
 * Linear credibility (Bühlmann): the best linear guess of the rest from the leads so far of the subject and of its family.
 * Each counts as much as it would have helped on the days of history, and never against the rest. What is off by more than
 * FARTHEST deviations, as in a burst, counts as that many, as it did when the moments were learnt. `factor`: expected leads for one
 * lead due. `excess`: the squared share by which the leads then expected may be off.
 */
export function believe(moments: Moments, own: Off, kin: Off): { factor: number; excess: number } {
  const ownVariance = moments.own + own.doubt + own.chance
  const ownRest = Math.max(0, moments.ownRest + own.doubt)
  const kinVariance = moments.kin + kin.doubt + kin.chance
  const both = Math.max(0, Math.min(moments.ownKin, 0.9 * Math.sqrt(ownVariance * kinVariance)))
  const determinant = ownVariance * kinVariance - both * both
  let byOwn = (ownRest * kinVariance - moments.kinRest * both) / determinant
  let byKin = (moments.kinRest * ownVariance - ownRest * both) / determinant
  if (byKin <= 0) [byOwn, byKin] = [ownRest / ownVariance, 0]
  else if (byOwn <= 0) [byOwn, byKin] = [0, moments.kinRest / kinVariance]
  return {
    factor: Math.max(LEAST_FACTOR, 1 + byOwn * within(own.off, ownVariance) + byKin * within(kin.off, kinVariance)),
    excess: moments.rest + own.doubt - byOwn * ownRest - byKin * moments.kinRest,
  }
}

function within(off: number, variance: number): number {
  return Math.min(off, FARTHEST * Math.sqrt(variance))
}
