import { daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { sample } from './curve.ts'
import { offOn, type LeadTally } from './tally.ts'

// Leads of a weekday, or of a day off, for one lead of an average day.

/** The mean of all days counts as this many days in a weekday's mean. */
const WEEKDAY_PRIOR = 1
/** The weight of a day falls by this factor with each week that it lies back. */
const FADE = 0.85

/** The deviation by which days off differ from one another, as a share. */
const OFF_SPREAD = 0.25
/** The smallest variance of days of one weekday, as a share of their squared mean. No days are quite even. */
const LEAST_WITHIN = 1e-3
/** The smallest factor of a subject's own weekday against that of all subjects. */
const LEAST_OWN = 0.1

/** By weekday, from 1: its leads for one lead of an average day, over all keys. */
export function compareWeekdays(tally: LeadTally, today: Day): number[] {
  const { days, totals } = tally
  const sums = Array.from({ length: 8 }, () => ({ leads: 0, weight: 0 }))
  for (const [at, day] of days.entries()) {
    const weight = FADE ** (daysBetween(day, today) / 7) * (1 - offOn(tally, 0, at))
    for (const sum of [sums[0], sums[weekdayOf(day)]]) {
      if (!sum) continue
      sum.leads += weight * (totals[at] ?? 0)
      sum.weight += weight
    }
  }
  const overall = (sums[0]?.leads ?? 0) / (sums[0]?.weight || 1)
  return sums.map(({ leads, weight }) =>
    overall === 0 ? 1 : (leads + WEEKDAY_PRIOR * overall) / (weight + WEEKDAY_PRIOR) / overall,
  )
}

/** Leads of a day for one lead of an average day. `doubt`: the squared share by which that may be off. */
export interface Scale {
  scale: number
  doubt: number
}

/**
 * The scale of a day of which a share `off` has a day off. That share brings the middle of a working day and a weekend day.
 * It may be off by half of their difference, and by OFF_SPREAD.
 */
export function scaleOf(weekdays: readonly number[], weekday: number, off: number): Scale {
  const plain = weekdays[weekday] || 1
  if (off === 0) return { scale: plain, doubt: 0 }
  const atRest = weekday > 5 ? plain : ((weekdays[6] ?? 1) + (weekdays[7] ?? 1)) / 2
  const scale = plain + (off * (atRest - plain)) / 2
  return { scale, doubt: off * off * (OFF_SPREAD ** 2 + ((atRest - plain) / 2 / scale) ** 2) }
}

/** A subject's days, to be compared by weekday. */
export interface ScaledDays {
  counts: Float64Array
  /** Leads for one lead of an average day. 0 on a day that is not the subject's. */
  scales: readonly number[]
  /** Above 0 on a day off. */
  offs: readonly number[]
}

/** By weekday of a subject: the mean of its leads against the expected ones, and the sum of the weights. */
interface OwnWeekdays {
  means: number[]
  weights: number[]
  /** The sum of the squared weights, divided by the square of their sum. */
  chances: number[]
  /** Variance of the days within their weekdays. */
  within: number
}

/**
 * By subject and weekday: the factor of its own weekday against that of all subjects (Bühlmann's credibility). `dates`: how
 * many days each day lies before today. The variance between weekdays, which is the same for all subjects of a level, is
 * compared with the variance within them.
 */
export function compareOwnWeekdays(
  subjects: readonly ScaledDays[],
  weekdays: readonly number[],
  dates: readonly number[],
): number[][] {
  const fades = dates.map((back) => FADE ** (back / 7))
  const measured = subjects.map((subject) => measureWeekdays(subject, weekdays, fades))
  let [between, known] = [0, 0]
  for (const one of sample(measured)) {
    if (!one) continue
    let [spread, weight, freedom] = [0, 0, -1]
    for (const [at, mean] of one.means.entries()) {
      const own = one.weights[at] ?? 0
      spread += own * (mean - 1) ** 2
      weight += own
      freedom += own * (one.chances[at] ?? 0)
    }
    between += spread / one.within - freedom
    known += weight / one.within
  }
  const variance = known > 0 ? Math.max(0, between / known) : 0
  return measured.map((one) => {
    if (!one || variance === 0) return []
    return one.means.map((mean, at) => {
      const credibility = variance / (variance + one.within * (one.chances[at] ?? 0))
      return Math.max(LEAST_OWN, 1 + credibility * (mean - 1))
    })
  })
}

function measureWeekdays(
  { counts, scales, offs }: ScaledDays,
  weekdays: readonly number[],
  fades: readonly number[],
): OwnWeekdays | null {
  const sums = Array.from({ length: 8 }, () => ({ weight: 0, squares: 0, leads: 0, squared: 0 }))
  for (const [at, scale] of scales.entries()) {
    if (scale === 0 || (offs[at] ?? 0) > 0) continue
    const [weight, leads] = [fades[at] ?? 0, (counts[at] ?? 0) / scale]
    for (const sum of [sums[0], sums[weekdays[at] ?? 0]]) {
      if (!sum) continue
      sum.weight += weight
      sum.squares += weight * weight
      sum.leads += weight * leads
      sum.squared += weight * leads * leads
    }
  }
  const overall = (sums[0]?.leads ?? 0) / (sums[0]?.weight || 1)
  if (overall === 0) return null
  let [errors, freedom] = [0, 0]
  for (const { weight, squares, leads, squared } of sums.slice(1)) {
    if (weight === 0) continue
    errors += squared - (leads * leads) / weight
    freedom += weight - squares / weight
  }
  if (freedom <= 0) return null
  const ofWeek = sums.map((sum, weekday) => (weekday === 0 ? { ...sum, weight: 0 } : sum))
  return {
    means: ofWeek.map(({ leads, weight }) => (weight === 0 ? 1 : leads / weight / overall)),
    weights: ofWeek.map(({ weight }) => weight),
    chances: ofWeek.map(({ weight, squares }) => (weight === 0 ? 0 : squares / weight ** 2)),
    within: Math.max(LEAST_WITHIN, errors / freedom / overall ** 2),
  }
}
