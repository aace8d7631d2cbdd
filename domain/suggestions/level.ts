import { weekdayOf, type Day } from '#domain/kernel/day.ts'
import type { Curves } from './curve.ts'
import { addError, createSpread, estimateExcess, type Spread } from './excess.ts'
import { SLOTS } from './forecast.ts'
import { ALL, BROKER, CAP, GEO, SOURCE, type Level } from './subjects.ts'
import type { LeadTally } from './tally.ts'

/** Days as the mean of all that a weekday's own mean is held to. */
const WEEKDAY_PRIOR = 0.5
/** Errors of its own that a subject needs before its own spread counts half. */
const OWN_ERRORS = 10

/** Of a day on which leads stopped, the part that must have been seen to say something of the rest. */
const LEAST_SEEN = 0.25
/** A day counts at most so many times for parts that were not there yet. */
const MOST_GROWTH = 4

/** How many leads each subject brings on a day like today, and how sure that is. */
export interface DayLevel {
  mean: number
  /** Days as many as those that it was learnt from, weighed. */
  sureness: number
  /** Squared share by which days differ beyond chance: the variance of a day is `mean + excess * mean²`. */
  excess: number
  /** Days of history since the subject began. */
  days: number
}

/** What a broad subject is made of. Where parts of it began only lately, its days before count as if they had been there. */
const MADE_OF: ReadonlyMap<Level, Level> = new Map([
  [GEO, GEO + SOURCE],
  [BROKER, BROKER + SOURCE],
  [ALL, SOURCE],
])

/** Parts before what is made of them. */
const ORDER: readonly Level[] = [CAP, GEO + BROKER, GEO + SOURCE, BROKER + SOURCE, SOURCE, GEO, BROKER, ALL]

export function learnLevels(tally: LeadTally, curves: Curves, today: Day): DayLevel[] {
  const { subjects } = tally
  const weekdays = compareWeekdays(tally, today)
  const histories: History[] = []
  const levels: DayLevel[] = []
  for (const level of ORDER) {
    const rows = subjects.levels.flatMap((one, row) => (one === level ? [row] : []))
    const growth = compareParts(tally, level, histories, levels)
    const members = rows.map((row) => parseHistory(tally, row, ratiosOf(tally, curves, row, weekdays, growth(row))))
    const pull = level === ALL ? { mean: 0, days: 0 } : measurePull(members)
    const spreads = members.map((history) => spreadOf(history, pull))
    const excess = estimateExcess(spreads)
    for (const [at, history] of members.entries()) {
      const row = rows[at] ?? 0
      const own = estimateExcess([spreads[at] ?? createSpread()], { excess, errors: OWN_ERRORS })
      histories[row] = history
      levels[row] = { ...meanOf(history, pull), excess: own, days: history.counts.length }
    }
  }
  return levels
}

/** By day of history: how much more the parts of a subject bring now that there are more of them. */
function compareParts(
  { subjects, days }: LeadTally,
  level: Level,
  histories: readonly History[],
  levels: readonly DayLevel[],
): (row: number) => number[] {
  const part = MADE_OF.get(level)
  if (part === undefined) return () => days.map(() => 1)
  const begun = new Map<number, number[]>()
  for (const [row, one] of subjects.levels.entries()) {
    if (one !== part) continue
    const whole = subjects.broaden(row, level)
    const sums = begun.get(whole) ?? days.map(() => 0)
    begun.set(whole, sums)
    const start = days.length - (histories[row]?.counts.length ?? 0)
    for (let day = start; day < days.length; day += 1) sums[day] = (sums[day] ?? 0) + (levels[row]?.mean ?? 0)
  }
  return (row) => {
    const sums = begun.get(row) ?? []
    const now = sums.at(-1) ?? 0
    return days.map((_, day) => (sums[day] ? Math.min(MOST_GROWTH, now / sums[day]) : 1))
  }
}

/** The days of one subject since it began. */
interface History {
  counts: number[]
  weights: number[]
  /** Leads of a day like today for one of each day's. */
  ratios: number[]
}

/** What the subjects of a level have in common: their mean, and as how many days it counts for each of them. */
interface Pull {
  mean: number
  days: number
}

/** For each day of history: how many leads today's weekday brings for one of that day's, over all keys. */
function compareWeekdays({ days, weights, totals }: LeadTally, today: Day): number[] {
  const sums = Array.from({ length: 8 }, () => ({ leads: 0, weight: 0 }))
  for (const [at, day] of days.entries()) {
    for (const sum of [sums[0], sums[weekdayOf(day)]]) {
      if (!sum) continue
      sum.leads += (weights[at] ?? 0) * (totals[at] ?? 0)
      sum.weight += weights[at] ?? 0
    }
  }
  const overall = (sums[0]?.leads ?? 0) / (sums[0]?.weight || 1)
  const meanOn = (day: Day) => {
    const { leads, weight } = sums[weekdayOf(day)] ?? { leads: 0, weight: 0 }
    return (leads + WEEKDAY_PRIOR * overall) / (weight + WEEKDAY_PRIOR)
  }
  return days.map((day) => meanOn(today) / (meanOn(day) || 1))
}

/**
 * A cap has a history of the days on which it stood. Any other subject begins with its first lead, and that day, which
 * is chosen for having one, says nothing of how many there are; one that was there on the first day of history has been
 * there before.
 */
function parseHistory({ days, totals, weights, planned }: LeadTally, row: number, ratios: readonly number[]): History {
  const start = row * days.length
  const counts = [...totals.subarray(start, start + days.length)]
  const caps = planned.subarray(start, start + days.length)
  const first = counts.findIndex((count) => count > 0)
  const since = first === -1 ? days.length : first === 0 ? 0 : first + 1
  const stood = caps.some((cap) => cap > 0)
  const isOf = (at: number) => (stood ? (caps[at] ?? -1) > 0 : at >= since)
  const pick = (values: readonly number[]) => values.filter((_, at) => isOf(at))
  return { counts: pick(counts), weights: pick(weights), ratios: pick(ratios) }
}

/** For each day of history: leads of a day like today, on which nothing stops them, for one of that day's. */
function ratiosOf({ days, stopped }: LeadTally, { shares }: Curves, row: number, weekdays: number[], growth: number[]) {
  return weekdays.map((ratio, day) => {
    const slot = stopped[row * days.length + day] ?? -1
    if (slot === -1) return ratio * (growth[day] ?? 1)
    const seen = shares.subarray(row * SLOTS, row * SLOTS + slot + 1).reduce((sum, share) => sum + share, 0)
    return ratio / Math.max(seen, LEAST_SEEN)
  })
}

function meanOf({ counts, weights, ratios }: History, pull: Pull): { mean: number; sureness: number } {
  let [leads, weight, squares] = [pull.days * pull.mean, pull.days, 0]
  for (const [at, count] of counts.entries()) {
    const share = weights[at] ?? 0
    leads += share * count * (ratios[at] ?? 1)
    weight += share
    squares += share * share
  }
  const own = weight - pull.days
  return {
    mean: weight === 0 ? 0 : leads / weight,
    sureness: pull.days + (squares === 0 ? 0 : (own * own) / squares),
  }
}

/** How much the means of a level agree (empirical Bayes): the more, the more each is pulled to the mean of all. */
function measurePull(members: readonly History[]): Pull {
  const means = members.map((history) => meanOf(history, { mean: 0, days: 0 }).mean)
  const mean = means.reduce((sum, one) => sum + one, 0) / (means.length || 1)
  const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (means.length || 1)
  return { mean, days: variance === 0 ? 1 : Math.min(1, mean / variance) }
}

/** Each day against the mean of its others. */
function spreadOf(history: History, pull: Pull): Spread {
  const spread = createSpread()
  const { counts, weights, ratios } = history
  const { mean, sureness } = meanOf(history, pull)
  const weight = weights.reduce((sum, one) => sum + one, pull.days)
  if (sureness <= 1) return spread
  for (const [at, count] of counts.entries()) {
    const share = weights[at] ?? 0
    const ratio = ratios[at] ?? 1
    if (weight - share <= 0 || ratio <= 0) continue
    const others = (mean * weight - share * count * ratio) / (weight - share) / ratio
    // The mean of the others is itself off by as much as so many days are.
    const off = 1 + 1 / Math.max(1, sureness - 1)
    // A count that stands for more, since parts began after it, says less of how days differ than how they are compared.
    addError(spread, (count - others) ** 2 / off, others, others * others, 1 / Math.max(1, ratio) ** 2)
  }
  return spread
}
