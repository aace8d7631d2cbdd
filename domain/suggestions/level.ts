import { daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { sample, type Curves } from './curve.ts'
import { SLOTS } from './forecast.ts'
import { ALL, BROKER, CAP, GEO, isAlike, offOn, SOURCE, type LeadTally, type Level } from './tally.ts'
import { compareOwnWeekdays, compareWeekdays, scaleOf, type Scale, type ScaledDays } from './weekday.ts'

/** Of a day on which leads stopped, the part that must have been seen to say something of the rest. */
const LEAST_SEEN = 0.25
/** A day counts at most so many times for parts that were not there yet. */
const MOST_GROWTH = 4

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

interface Expected {
  mean: number
  doubt: number
}

/** What a broad subject is made of. Where parts of it began only lately, its days before count as if they had been there. */
const MADE_OF: ReadonlyMap<Level, Level> = new Map([
  [GEO, GEO + SOURCE],
  [BROKER, BROKER + SOURCE],
  [ALL, SOURCE],
])

/** Parts before what is made of them. */
const ORDER: readonly Level[] = [CAP, GEO + BROKER, GEO + SOURCE, BROKER + SOURCE, SOURCE, GEO, BROKER, ALL]

/** How the levels of a kind move, learnt from how well each day was expected by those before it. */
interface Drift {
  /** Squared share by which a level moves in a day. */
  perDay: number
  /** Squared share by which days differ beyond chance. */
  excess: number
  /** The same more, of days that are not like today. */
  unlike: number
}

/** The values that a drift is chosen from. */
const CHOICES: Readonly<Record<keyof Drift, readonly number[]>> = {
  perDay: [1e-5, 0.00012, 0.0005, 0.002, 0.008, 0.03],
  excess: [0.002, 0.008, 0.025, 0.06, 0.15, 0.4],
  unlike: [0, 0.05, 0.4],
}
/** Where the choice begins. */
const USUAL: Drift = { perDay: 0.002, excess: 0.06, unlike: 0.05 }
const ROUNDS = 2

/** Degrees of freedom of Student's t, by which days are off: far ones are rare, and not as rare as a normal value says. */
const FREEDOM = 5
/** Days by which a choice is held to what is usual. */
const PRIOR_DAYS = 1

/** A day that is further off than so many deviations is no ordinary one. */
const FARTHEST = 3
/** What stands for none, of a first day and of a level. */
const LEAST_COUNT = 0.5
const LEAST_MEAN = 1e-3

export function learnLevels(tally: LeadTally, curves: Curves, today: Day): DayLevel[] {
  const { subjects, days } = tally
  const weekdays = compareWeekdays(tally, today)
  const dates = days.map((day) => daysBetween(day, today))
  const [week, weekday] = [days.map(weekdayOf), weekdayOf(today)]
  const starts: number[] = []
  const levels: DayLevel[] = []
  for (const level of ORDER) {
    const rows = subjects.levels.flatMap((one, row) => (one === level ? [row] : []))
    const growth = compareParts(tally, level, starts, levels)
    const histories = rows.map((row) => {
      const scales = week.map((one, day) => scaleOf(weekdays, one, offOn(tally, row, day)))
      return parseHistory(tally, row, seeScales(tally, curves, row, scales, growth(row)))
    })
    const own = compareOwnWeekdays(histories, week, dates)
    for (const [at, { scales }] of histories.entries()) {
      for (const [day, one] of week.entries()) scales[day] = (scales[day] ?? 0) * (own[at]?.[one] ?? 1)
    }
    const prior = level === ALL ? null : meanOfMembers(histories)
    const sampled = sample(histories.map((_, at) => at)).flatMap((at) => histories[at] ?? [])
    const drift = chooseDrift(sampled, prior, dates)
    for (const [at, history] of histories.entries()) {
      const row = rows[at] ?? 0
      starts[row] = history.scales.findIndex((scale) => scale > 0)
      const { scale, doubt } = scaleOf(weekdays, weekday, offOn(tally, row, days.length))
      const ofToday = { scale: scale * (own[at]?.[weekday] ?? 1), doubt }
      levels[row] = followLevel(history, prior, drift, dates, ofToday)
    }
  }
  return levels
}

/** By day of history: how much more the parts of a subject bring now that there are more of them. */
function compareParts(
  { subjects, days }: LeadTally,
  level: Level,
  starts: readonly number[],
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
    const start = starts[row] ?? -1
    for (let day = start === -1 ? days.length : start; day < days.length; day += 1) {
      sums[day] = (sums[day] ?? 0) + (levels[row]?.mean ?? 0)
    }
  }
  return (row) => {
    const sums = begun.get(row) ?? []
    const now = sums.at(-1) ?? 0
    return days.map((_, day) => (sums[day] ? Math.min(MOST_GROWTH, now / sums[day]) : 1))
  }
}

/** The days of one subject. */
interface History extends ScaledDays {
  /** What each day brings for one lead of an even week; 0 where it is no day of the subject. */
  scales: number[]
  /** The squared share by which each of these may be off, of a day off. */
  offs: number[]
  /** Whether each day is like today. */
  alike: readonly boolean[]
}

/**
 * A cap has a history of the days on which it stood. Any other subject begins with its first lead, and that day, which
 * is chosen for having one, says nothing of how many there are; one that was there on the first day of history has been
 * there before.
 */
function parseHistory(tally: LeadTally, row: number, scales: readonly Scale[]): History {
  const { days, totals, planned } = tally
  const start = row * days.length
  const counts = totals.subarray(start, start + days.length)
  const caps = planned.subarray(start, start + days.length)
  const first = counts.findIndex((count) => count > 0)
  const since = first === -1 ? days.length : first === 0 ? 0 : first + 1
  const stood = caps.some((cap) => cap > 0)
  const isOf = (at: number) => (stood ? (caps[at] ?? -1) > 0 : at >= since)
  return {
    counts,
    scales: scales.map(({ scale }, at) => (isOf(at) ? scale : 0)),
    offs: scales.map(({ doubt }) => doubt),
    alike: days.map((_, at) => isAlike(tally, row, at)),
  }
}

/** For each day of history: leads of it, on which leads may have stopped, for one of an average day of now. */
function seeScales(tally: LeadTally, curves: Curves, row: number, scales: readonly Scale[], growth: readonly number[]) {
  const { days, stopped } = tally
  return scales.map(({ scale, doubt }, day) => {
    const slot = stopped[row * days.length + day] ?? -1
    if (slot === -1) return { scale: scale / (growth[day] ?? 1), doubt }
    const seen = curves.subarray(row * SLOTS, row * SLOTS + slot + 1).reduce((sum, share) => sum + share, 0)
    return { scale: scale * Math.max(seen, LEAST_SEEN), doubt }
  })
}

/** Where a level is taken to begin: at the mean of its kind, off by as much as those of the kind differ. */
function meanOfMembers(histories: readonly History[]): Expected | null {
  const means = histories.flatMap(({ counts, scales }) => {
    let [leads, scale] = [0, 0]
    for (const [at, count] of counts.entries()) {
      if ((scales[at] ?? 0) === 0) continue
      leads += count
      scale += scales[at] ?? 0
    }
    return scale === 0 ? [] : [leads / scale]
  })
  if (means.length < 2) return null
  const mean = means.reduce((sum, one) => sum + one, 0) / means.length
  const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / means.length
  return mean === 0 ? null : { mean, doubt: Math.max(1, variance / mean ** 2) }
}

/** The most likely drift, one part of it after the other. */
function chooseDrift(histories: readonly History[], prior: Expected | null, dates: readonly number[]): Drift {
  // Days of one kind are off together: all subjects of a day say hardly more than a few of them.
  const share = 1 / Math.sqrt(Math.max(1, histories.length))
  const ahead = createAhead(dates.length)
  const { means, doubts } = ahead
  const lossOf = (drift: Drift) => {
    let loss = PRIOR_DAYS * (Math.log(drift.excess / USUAL.excess) ** 2 + Math.log(drift.perDay / USUAL.perDay) ** 2)
    for (const history of histories) {
      follow(history, prior, drift, dates, ahead)
      for (let at = 0; at < dates.length; at += 1) {
        const mean = means[at] ?? 0
        if (mean === 0 || !history.alike[at]) continue
        const variance = mean + mean * mean * (drift.excess + (doubts[at] ?? 0))
        const off = ((history.counts[at] ?? 0) - mean) ** 2 / variance
        loss += share * Math.log(variance * (1 + off / (FREEDOM - 2)) ** (FREEDOM + 1))
      }
    }
    return loss
  }
  let best = { drift: USUAL, loss: lossOf(USUAL) }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['excess', 'perDay', 'unlike'] as const) {
      for (const value of CHOICES[name]) {
        const drift = { ...best.drift, [name]: value }
        const loss = lossOf(drift)
        if (loss < best.loss) best = { drift, loss }
      }
    }
  }
  return best.drift
}

/** What each day was expected to bring by those before it, and the squared share by which that may be off; 0 where none is. */
interface Ahead {
  means: Float64Array
  doubts: Float64Array
}

/**
 * A level that drifts (Kalman's filter of a local level, in shares): each day is expected by those before it, and moves
 * the level by as much as it says beside them. What is expected of each is written into `ahead`.
 */
function follow(
  { counts, scales, offs, alike }: History,
  prior: Expected | null,
  { perDay, excess, unlike }: Drift,
  dates: readonly number[],
  { means, doubts }: Ahead,
): Expected | null {
  let [level, doubt, last] = [prior?.mean ?? 0, prior?.doubt ?? 0, -1]
  for (let at = 0; at < scales.length; at += 1) {
    means[at] = 0
    const scale = scales[at] ?? 0
    if (scale === 0) continue
    const count = counts[at] ?? 0
    const date = dates[at] ?? 0
    if (level === 0) {
      level = Math.max(count, LEAST_COUNT) / scale
      doubt = 1 / Math.max(count, LEAST_COUNT) + excess
    } else {
      if (last >= 0) doubt += perDay * (last - date)
      const mean = Math.max(level * scale, LEAST_MEAN)
      means[at] = mean
      doubts[at] = doubt + (offs[at] ?? 0)
      const variance = doubt + 1 / mean + excess + (alike[at] ? 0 : unlike) + (offs[at] ?? 0)
      const off = count / mean - 1
      // A day that nobody believes moves nothing, but makes the level doubtful: the day after it decides.
      if (off * off > FARTHEST ** 2 * variance) doubt += (off / FARTHEST) ** 2
      else {
        level = Math.max(level * (1 + (doubt / variance) * off), LEAST_MEAN)
        doubt *= 1 - doubt / variance
      }
    }
    last = date
  }
  return level === 0 ? null : { mean: level, doubt: doubt + perDay * Math.max(0, last) }
}

function followLevel(
  history: History,
  prior: Expected | null,
  drift: Drift,
  dates: readonly number[],
  ofToday: Scale,
): DayLevel {
  const ahead = createAhead(history.scales.length)
  const level = follow(history, prior, drift, dates, ahead)
  return {
    mean: (level?.mean ?? 0) * ofToday.scale,
    doubt: (level?.doubt ?? 1) + ofToday.doubt,
    excess: drift.excess,
    days: history.scales.reduce((days, scale) => days + (scale > 0 ? 1 : 0), 0),
    ahead,
  }
}

function createAhead(days: number): Ahead {
  return { means: new Float64Array(days), doubts: new Float64Array(days) }
}
