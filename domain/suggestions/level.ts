import { daysBetween, type Day } from '#domain/kernel/day.ts'
import type { Curves } from './curve.ts'
import { sumRow } from './slots.ts'
import { isAlike, LEVELS, offOn, plannedOf, type LeadTally } from './tally.ts'

/** How many leads each subject brings on a day like today, and how sure that is. */
export interface DayLevel {
  mean: number
  /** Squared share by which the mean may be off. */
  doubt: number
  /** Squared share by which days differ beyond chance: the variance of a day is `mean + excess * mean²`. */
  excess: number
  /** Days of history since the subject began. */
  days: number
  /** What was expected of each day of history by those before it. */
  ahead: Ahead
}

/** What was and is expected of each subject. */
export interface Expectations {
  tally: LeadTally
  curves: Curves
  /** By row of the tally's subjects. */
  levels: readonly DayLevel[]
}

/** The leads expected on each day from the days before, and the squared share by which that may be off. 0 if none are. */
interface Ahead {
  means: Float64Array
  doubts: Float64Array
}

/** How levels of a kind move. Learnt from how well each day was expected from the days before. */
interface Drift {
  /** Squared share by which a level moves in a day. */
  perDay: number
  /** Squared share by which days differ beyond chance. */
  excess: number
  /** Added to `excess` on days that are not like today. */
  unlike: number
  /** Squared share by which weekdays of a subject differ from those of all subjects. */
  ofWeekdays: number
}

/** The values that a drift is chosen from. */
const CHOICES: Readonly<Record<keyof Drift, readonly number[]>> = {
  excess: [0.002, 0.008, 0.025, 0.06, 0.15, 0.4],
  perDay: [1e-5, 0.00012, 0.0005, 0.002, 0.008, 0.03],
  ofWeekdays: [0, 0.001, 0.003, 0.01, 0.03, 0.1],
  unlike: [0, 0.05, 0.4],
}
/** Where the choice begins. */
const USUAL: Drift = { excess: 0.06, perDay: 0.002, ofWeekdays: 0.01, unlike: 0 }
const ROUNDS = 2

/** Degrees of freedom of Student's t for the errors of days. Large errors are rare, but not as rare as with normal values. */
const FREEDOM = 5
/** The usual drift counts as this many days. */
const PRIOR_DAYS = 1

/** The share of what is learnt of a weekday that is forgotten in a week. */
const FORGOTTEN = 0.03
/** Deviations beyond which a day is not ordinary. */
const FARTHEST = 3
/** The largest doubt that is told of a level. With more of it the median of the day after a burst would be next to nothing. */
const MOST_DOUBT = 1
/** Used instead of 0: of leads on a first day, of a level, and of a weekday's share. */
const LEAST_COUNT = 0.5
const LEAST_MEAN = 1e-3
const LEAST_SHARE = 0.1

export function learnLevels(tally: LeadTally, curves: Curves, today: Day): DayLevel[] {
  // Read once for all subjects: for each of them it took a sixth of all learning.
  const dates = [...tally.days, today].map((day, at) => ({
    weekday: tally.weekdays[at] ?? 0,
    back: daysBetween(day, today),
  }))
  const weekdays = compareWeekdays(tally, dates)
  return LEVELS.flatMap((level) => {
    const rows = tally.subjects.rowsOf(level)
    const histories = rows.map((row) => listDays(tally, curves, row, dates, weekdays))
    const drift = chooseDrift(sample(histories))
    return histories.map((days) => {
      const ahead = follow(days, drift)
      return {
        mean: ahead.means.at(-1) ?? 0,
        doubt: ahead.doubts.at(-1) ?? 0,
        excess: drift.excess,
        days: days.filter(({ scale, back }) => scale > 0 && back > 0).length,
        ahead,
      }
    })
  })
}

interface DateOf {
  /** 1 to 7. */
  weekday: number
  /** Days before today. */
  back: number
}

/** A day of a subject. The last one is today, of which nothing has come yet. */
interface SeenDay extends DateOf {
  count: number
  /** Leads expected for one lead of an average day. 0 on a day that is not the subject's. */
  scale: number
  /** The squared share by which the scale may be off because of a day off. */
  offDoubt: number
  /** Whether it is like today. */
  alike: boolean
}

/** The smallest share of a day that leads are divided by if they stopped at a full cap. */
const LEAST_SEEN = 0.25

/**
 * From its first cap on, a subject's days are those with a cap or with leads. Before that, and without any cap, it begins on the
 * day after its first lead: the first day is chosen for having a lead, so it says nothing of how many there are. A subject with
 * leads on the first day of history existed before, so it begins there. On a day on which leads stopped at a full cap, fewer are
 * expected.
 */
function listDays(
  tally: LeadTally,
  curves: Curves,
  row: number,
  dates: readonly DateOf[],
  weekdays: readonly number[],
): readonly SeenDay[] {
  const { days, totals, stopped } = tally
  const start = row * days.length
  const first = totals.subarray(start, start + days.length).findIndex((count) => count > 0)
  const since = first === -1 ? days.length : first === 0 ? 0 : first + 1
  const planned = plannedOf(tally, row)
  const firstCap = planned.findIndex((cap) => cap > 0)
  return dates.map((date, at) => {
    const isPast = at < days.length
    const count = isPast ? (totals[start + at] ?? 0) : 0
    const isPlanned = firstCap !== -1 && at >= firstCap
    const isOwn = !isPast || (isPlanned ? (planned[at] ?? 0) + count > 0 : at >= since)
    const slot = isPast ? (stopped[start + at] ?? -1) : -1
    const seen = slot === -1 ? 1 : Math.max(sumRow(curves, row, slot + 1), LEAST_SEEN)
    const { scale, doubt } = scaleOf(weekdays, date.weekday, offOn(tally, row, at))
    return {
      count,
      scale: isOwn ? scale * seen : 0,
      offDoubt: doubt,
      alike: isAlike(tally, row, at),
      ...date,
    }
  })
}

/** Chooses the most likely drift, one value after the other. */
function chooseDrift(histories: readonly (readonly SeenDay[])[]): Drift {
  // Subjects are off on the same days, so all of them together say hardly more than a few.
  const share = 1 / Math.sqrt(Math.max(1, histories.length))
  const lossOf = (drift: Drift) => {
    let loss = PRIOR_DAYS * (Math.log(drift.excess / USUAL.excess) ** 2 + Math.log(drift.perDay / USUAL.perDay) ** 2)
    for (const days of histories) {
      const ahead = follow(days, drift)
      for (const [at, { count, alike, back }] of days.entries()) {
        const mean = ahead.means[at] ?? 0
        if (mean === 0 || !alike || back === 0) continue
        const variance = mean + mean * mean * (drift.excess + (ahead.doubts[at] ?? 0))
        const off = (count - mean) ** 2 / variance
        loss += share * Math.log(variance * (1 + off / (FREEDOM - 2)) ** (FREEDOM + 1))
      }
    }
    return loss
  }
  let best = { drift: USUAL, loss: lossOf(USUAL) }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['excess', 'perDay', 'ofWeekdays', 'unlike'] as const) {
      for (const value of CHOICES[name]) {
        const drift = { ...best.drift, [name]: value }
        const loss = lossOf(drift)
        if (loss < best.loss) best = { drift, loss }
      }
    }
  }
  return best.drift
}

/**
 * Follows a level that drifts, and its weekdays (Kalman's filter of a local level, in shares). Each day is expected from the
 * days before, and moves both the more, the surer it is beside them. The last expectation is that of today.
 */
function follow(days: readonly SeenDay[], { perDay, excess, unlike, ofWeekdays }: Drift): Ahead {
  const [means, doubts] = [new Float64Array(days.length), new Float64Array(days.length)]
  let [level, doubt, last] = [0, 0, 0]
  const weekdays = Array.from({ length: 8 }, () => ({ share: 1, doubt: ofWeekdays }))
  for (const [at, { count, scale, offDoubt, alike, weekday, back }] of days.entries()) {
    const own = weekdays[weekday]
    if (scale === 0 || !own || (level === 0 && back === 0)) continue
    if (level === 0) {
      level = Math.max(count, LEAST_COUNT) / scale
      doubt = 1 / Math.max(count, LEAST_COUNT) + excess
      last = back
      continue
    }
    doubt += perDay * (last - back)
    last = back
    own.doubt = Math.min(ofWeekdays, own.doubt + FORGOTTEN * ofWeekdays)
    const mean = Math.max(level * scale * own.share, LEAST_MEAN)
    means[at] = mean
    doubts[at] = Math.min(MOST_DOUBT, doubt + own.doubt + offDoubt)
    if (back === 0) break
    const variance = doubt + own.doubt + offDoubt + 1 / mean + excess + (alike ? 0 : unlike)
    const off = count / mean - 1
    if (off * off > FARTHEST ** 2 * variance) {
      // A day that is too far off moves nothing, but makes the level doubtful. The next day decides.
      doubt += (off / FARTHEST) ** 2
      continue
    }
    level = Math.max(level * (1 + (doubt / variance) * off), LEAST_MEAN)
    doubt *= 1 - doubt / variance
    own.share = Math.max(own.share * (1 + (own.doubt / variance) * off), LEAST_SHARE)
    own.doubt *= 1 - own.doubt / variance
  }
  return { means, doubts }
}

const MOST_ROWS = 50

/** Picks some of a level's subjects evenly. What is the same for a level is learnt from these, because more only takes longer. */
export function sample<T>(all: readonly T[]): readonly T[] {
  const step = Math.ceil(all.length / MOST_ROWS)
  return step <= 1 ? all : all.filter((_, at) => at % step === 0)
}

/** The mean of all days counts as this many days in a weekday's mean. */
const WEEKDAY_PRIOR = 1
/** The weight of a day falls by this factor with each week that it lies back. */
const FADE = 0.85
/** The deviation by which days off differ from one another, as a share. */
const OFF_SPREAD = 0.25

/** By weekday, from 1: its leads for one lead of an average day, over all keys. */
function compareWeekdays(tally: LeadTally, dates: readonly DateOf[]): number[] {
  const sums = Array.from({ length: 8 }, () => ({ leads: 0, weight: 0 }))
  for (const [at, { weekday, back }] of dates.slice(0, -1).entries()) {
    const weight = FADE ** (back / 7) * (1 - offOn(tally, 0, at))
    for (const sum of [sums[0], sums[weekday]]) {
      if (!sum) continue
      sum.leads += weight * (tally.totals[at] ?? 0)
      sum.weight += weight
    }
  }
  const overall = (sums[0]?.leads ?? 0) / (sums[0]?.weight || 1)
  return sums.map(({ leads, weight }) =>
    overall === 0 ? 1 : (leads + WEEKDAY_PRIOR * overall) / (weight + WEEKDAY_PRIOR) / overall,
  )
}

/**
 * Leads for one lead of an average day, on a day of which a share `off` has a day off, and the squared share by which that
 * may be wrong. That share brings the middle of a working day and a weekend day. It may be off by half of their difference,
 * and by OFF_SPREAD.
 */
function scaleOf(weekdays: readonly number[], weekday: number, off: number): { scale: number; doubt: number } {
  const plain = weekdays[weekday] || 1
  if (off === 0) return { scale: plain, doubt: 0 }
  const atRest = weekday > 5 ? plain : ((weekdays[6] ?? 1) + (weekdays[7] ?? 1)) / 2
  const scale = plain + (off * (atRest - plain)) / 2
  return { scale, doubt: off * off * (OFF_SPREAD ** 2 + ((atRest - plain) / 2 / scale) ** 2) }
}
