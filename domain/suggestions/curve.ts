import { SLOTS } from './forecast.ts'
import { ALL, BROKER, CAP, GEO, LEVELS, SOURCE, type Level, CUTS, type LeadTally } from './tally.ts'

/** Bounds of how many leads the parent's curve counts as in a subject's own curve. */
const LEAST_PRIOR = 8
const MOST_PRIOR = 4_000
/** The even curve counts as this many leads in the curve of all leads. */
const EVEN = 24

const MOST_ROWS = 50

/** The parent of each level's curve. A source has none: its parent is the mix of its geos, as much as it sends to each. */
const PARENTS: ReadonlyMap<Level, Level> = new Map([
  [GEO, ALL],
  [BROKER, ALL],
  [GEO + BROKER, GEO],
  [GEO + SOURCE, SOURCE],
  [BROKER + SOURCE, SOURCE],
  [CAP, GEO + SOURCE],
])

/** By row and slot: the shares of a day like today. The shares of a row sum up to 1. */
export type Curves = Float64Array

/** Learns the curves of days like today (Dirichlet): each starts from its parent's. */
export function learnCurves({ subjects, slots }: LeadTally): Curves {
  const curves = new Float64Array(subjects.count * SLOTS)
  const priors = new Float64Array(subjects.count * SLOTS)
  for (const level of LEVELS) {
    const rows = subjects.levels.flatMap((one, row) => (one === level ? [row] : []))
    if (level === SOURCE) mixGeos(subjects, slots, curves, priors)
    else for (const row of rows) setPrior(subjects, level, row, curves, priors)
    const leads = level === ALL ? EVEN : measurePrior(slots, rows, priors)
    for (const row of rows) setShares(slots, row, priors, leads, curves)
  }
  return curves
}

function setPrior(
  subjects: LeadTally['subjects'],
  level: Level,
  row: number,
  curves: Float64Array,
  priors: Float64Array,
): void {
  const parent = PARENTS.get(level)
  if (parent === undefined) priors.fill(1 / SLOTS, row * SLOTS, (row + 1) * SLOTS)
  else {
    const from = subjects.broaden(row, parent) * SLOTS
    priors.set(curves.subarray(from, from + SLOTS), row * SLOTS)
  }
}

/** Mixes the curves of a source's geos, each weighted by how much the source sends there. */
function mixGeos(
  subjects: LeadTally['subjects'],
  slots: Float64Array,
  curves: Float64Array,
  priors: Float64Array,
): void {
  for (const [row, level] of subjects.levels.entries()) {
    if (level !== GEO + SOURCE) continue
    const leads = sumRow(slots, row) || 1e-9
    const [source, geo] = [subjects.broaden(row, SOURCE), subjects.broaden(row, GEO)]
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const at = source * SLOTS + slot
      priors[at] = (priors[at] ?? 0) + leads * (curves[geo * SLOTS + slot] ?? 0)
    }
  }
  for (const [row, level] of subjects.levels.entries()) if (level === SOURCE) normalize(priors, row)
}

/** Squared share by which curves are taken to differ from their priors at first, and at least. */
const USUAL_EXCESS = 0.05
const LEAST_EXCESS = 1e-4
const ROUNDS = 4

/**
 * How many leads the prior counts as. Few, if the curves of a level differ much from their priors: 1 / excess - 1, where the
 * excess explains their differences best, by moments that are weighted by how sure they are. The weights depend on it, so both
 * are found in rounds.
 */
function measurePrior(slots: Float64Array, rows: readonly number[], priors: Float64Array): number {
  const errors = sample(rows).flatMap((row) => {
    const leads = sumRow(slots, row)
    if (leads < 2) return []
    return CUTS.slice(1).map((cut) => {
      const [own, share] = [sumRow(slots, row, cut), sumRow(priors, row, cut)]
      const byChance = leads * share * (1 - share)
      return { squared: (own - leads * share) ** 2, byChance, perUnit: byChance * (leads - 1) }
    })
  })
  let excess = USUAL_EXCESS
  for (let round = 0; round < ROUNDS; round += 1) {
    let [above, below] = [0, 0]
    for (const { squared, byChance, perUnit } of errors) {
      if (perUnit <= 0) continue
      // Near 1 if excess is nearly all of the variance, near 0 if chance hides it.
      const weight = ((excess * perUnit) / (byChance + excess * perUnit)) ** 2
      above += (weight * (squared - byChance)) / perUnit
      below += weight
    }
    if (below > 0) excess = Math.max(above / below, LEAST_EXCESS)
  }
  return Math.min(MOST_PRIOR, Math.max(LEAST_PRIOR, 1 / excess - 1))
}

function setShares(slots: Float64Array, row: number, priors: Float64Array, leads: number, shares: Float64Array): void {
  const all = sumRow(slots, row) + leads
  for (let at = row * SLOTS; at < (row + 1) * SLOTS; at += 1) {
    shares[at] = ((slots[at] ?? 0) + leads * (priors[at] ?? 0)) / all
  }
}

/** Picks some of a level's subjects evenly. What is the same for a level is learnt from these, because more only takes longer. */
export function sample<T>(rows: readonly T[]): readonly T[] {
  const step = Math.ceil(rows.length / MOST_ROWS)
  return step <= 1 ? rows : rows.filter((_, at) => at % step === 0)
}

/** The sum of a row's slots before `until`. */
export function sumRow(values: Float64Array, row: number, until = SLOTS): number {
  let sum = 0
  for (let at = row * SLOTS; at < row * SLOTS + until; at += 1) sum += values[at] ?? 0
  return sum
}

function normalize(values: Float64Array, row: number): void {
  const sum = sumRow(values, row)
  for (let at = row * SLOTS; at < (row + 1) * SLOTS; at += 1) values[at] = (values[at] ?? 0) / sum
}
