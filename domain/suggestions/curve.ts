import { addError, createSpread, estimateExcess } from './excess.ts'
import { SLOTS } from './forecast.ts'
import { ALL, BROKER, CAP, GEO, LEVELS, SOURCE, type Level } from './subjects.ts'
import { CUTS, type LeadTally } from './tally.ts'

/** Of its parent's curve a subject's own starts with at least, and at most, so many leads. */
const LEAST_PRIOR = 8
const MOST_PRIOR = 4_000
/** Leads by which the curve of all is held to an even one. */
const EVEN = 24

const MOST_ROWS = 80

/** Errors as many as those by which each time of day is held to all of them. */
const CUT_PRIOR = 15

/** The curve that a level's own is learnt from; a source's is that of its geos, as it sends to them. */
const PARENTS: ReadonlyMap<Level, Level> = new Map([
  [GEO, ALL],
  [BROKER, ALL],
  [GEO + BROKER, GEO],
  [GEO + SOURCE, SOURCE],
  [BROKER + SOURCE, SOURCE],
  [CAP, GEO + SOURCE],
])

/** How the leads of a day are spread over it. */
export interface Curves {
  /** By row and slot: shares, which sum up to 1. */
  shares: Float64Array
  /** By level and cut: how much further than chance a day at this time is from its curve. */
  unevenness: ReadonlyMap<Level, readonly number[]>
}

export function learnCurves(tally: LeadTally): Curves {
  const { subjects } = tally
  const shares = new Float64Array(subjects.count * SLOTS)
  const priors = new Float64Array(subjects.count * SLOTS)
  const unevenness = new Map<Level, number[]>()
  for (const level of LEVELS) {
    const rows = subjects.levels.flatMap((one, row) => (one === level ? [row] : []))
    if (level === SOURCE) mixGeos(tally, shares, priors)
    else for (const row of rows) setPrior(priors, row, shares, parentOf(tally, row, level))
    const leads = level === ALL ? EVEN : measurePrior(tally, rows, priors)
    for (const row of rows) setShares(tally, row, priors, leads, shares)
    unevenness.set(level, measureUnevenness(tally, rows, shares, leads))
  }
  return { shares, unevenness }
}

function parentOf({ subjects }: LeadTally, row: number, level: Level): number | null {
  const parent = PARENTS.get(level)
  return parent === undefined ? null : subjects.broaden(row, parent)
}

function setPrior(priors: Float64Array, row: number, shares: Float64Array, parent: number | null): void {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    priors[row * SLOTS + slot] = parent === null ? 1 / SLOTS : (shares[parent * SLOTS + slot] ?? 0)
  }
}

/** What the curves of a source's geos say of it, each as much as it sends there. */
function mixGeos({ subjects, slots }: LeadTally, shares: Float64Array, priors: Float64Array): void {
  for (const [row, level] of subjects.levels.entries()) {
    if (level !== GEO + SOURCE) continue
    const leads = sumRow(slots, row) || 1e-9
    const [source, geo] = [subjects.broaden(row, SOURCE), subjects.broaden(row, GEO)]
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const at = source * SLOTS + slot
      priors[at] = (priors[at] ?? 0) + leads * (shares[geo * SLOTS + slot] ?? 0)
    }
  }
  for (const [row, level] of subjects.levels.entries()) {
    if (level !== SOURCE) continue
    const sum = sumRow(priors, row)
    for (let slot = 0; slot < SLOTS; slot += 1) priors[row * SLOTS + slot] = (priors[row * SLOTS + slot] ?? 0) / sum
  }
}

/** How many leads of its parent's curve count as much as one's own: few where the curves of a level differ much. */
function measurePrior({ slots }: LeadTally, rows: readonly number[], priors: Float64Array): number {
  const spread = createSpread()
  for (const row of sample(rows)) {
    const leads = sumRow(slots, row)
    if (leads < 2) continue
    for (const cut of CUTS) {
      const [own, share] = [sumRow(slots, row, cut), sumRow(priors, row, cut)]
      const byChance = leads * share * (1 - share)
      addError(spread, (own - leads * share) ** 2, byChance, byChance * (leads - 1))
    }
  }
  return Math.min(MOST_PRIOR, Math.max(LEAST_PRIOR, 1 / estimateExcess([spread]) - 1))
}

function setShares({ slots }: LeadTally, row: number, priors: Float64Array, leads: number, shares: Float64Array): void {
  const all = sumRow(slots, row) + leads
  for (let at = row * SLOTS; at < (row + 1) * SLOTS; at += 1) {
    shares[at] = ((slots[at] ?? 0) + leads * (priors[at] ?? 0)) / all
  }
}

/** How far the days so far were from the curve of their others at each cut, beyond chance: leads come in bursts. */
function measureUnevenness(tally: LeadTally, rows: readonly number[], shares: Float64Array, prior: number): number[] {
  const { totals, cuts, days, weights, slots, stopped } = tally
  const spreads = CUTS.map(createSpread)
  for (const row of sample(rows)) {
    const before = CUTS.map((cut) => sumRow(shares, row, cut))
    const all = sumRow(slots, row) + prior
    for (const [at, weight] of weights.entries()) {
      const day = row * days.length + at
      const leads = totals[day] ?? 0
      if (leads < 2 || stopped[day] !== -1) continue
      // What the day itself has added to the curve is taken out again.
      const others = 1 - (weight * leads) / all
      for (const [cut, share] of before.entries()) {
        const byChance = leads * share * (1 - share)
        const error = ((cuts[day * CUTS.length + cut] ?? 0) - leads * share) / others
        const spread = spreads[cut]
        if (spread) addError(spread, error * error, byChance, byChance * (leads - 1))
      }
    }
  }
  const excess = estimateExcess(spreads)
  return spreads.map((spread) => estimateExcess([spread], { excess, errors: CUT_PRIOR }))
}

/** What is the same for a level is learnt from some of its subjects, evenly picked: more would only take longer. */
function sample(rows: readonly number[]): readonly number[] {
  const step = Math.ceil(rows.length / MOST_ROWS)
  return step <= 1 ? rows : rows.filter((_, at) => at % step === 0)
}

/** The sum of a row up to a slot, which is not included. */
function sumRow(values: Float64Array, row: number, until = SLOTS): number {
  let sum = 0
  for (let at = row * SLOTS; at < row * SLOTS + until; at += 1) sum += values[at] ?? 0
  return sum
}
