import { daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { sample, type Curves } from './curve.ts'
import { SLOTS } from './forecast.ts'
import { ALL, BROKER, CAP, GEO, isAlike, offOn, SOURCE, type LeadTally, type Level } from './tally.ts'
import { compareOwnWeekdays, compareWeekdays, scaleOf, type Scale, type ScaledDays } from './weekday.ts'

/** The smallest share of a day that leads are divided by if they stopped at a full cap. */
const LEAST_SEEN = 0.25
/** The largest factor for days on which parts of a subject did not exist yet. */
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

/** The parts that a broad subject is made of. Its days before a part began count as if the part had been there. */
const MADE_OF: ReadonlyMap<Level, Level> = new Map([
  [GEO, GEO + SOURCE],
  [BROKER, BROKER + SOURCE],
  [ALL, SOURCE],
])

/** Parts come before the subjects that are made of them. */
const ORDER: readonly Level[] = [CAP, GEO + BROKER, GEO + SOURCE, BROKER + SOURCE, SOURCE, GEO, BROKER, ALL]

/** How levels of a kind move. Learnt from how well each day was expected from the days before. */
interface Drift {
  /** Squared share by which a level moves in a day. */
  perDay: number
  /** Squared share by which days differ beyond chance. */
  excess: number
  /** Added to `excess` on days that are not like today. */
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

/** Degrees of freedom of Student's t for the errors of days. Large errors are rare, but not as rare as with normal values. */
const FREEDOM = 5
/** The usual drift counts as this many days. */
const PRIOR_DAYS = 1

/** Deviations beyond which a day is not ordinary. */
const FARTHEST = 3
/** Used instead of 0 leads on a first day, and of a level of 0. */
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
    const sampled = sample(histories.map((_, at) => at)).flatMap((at) => histories[at] ?? [])
    const drift = chooseDrift(sampled, dates)
    for (const [at, history] of histories.entries()) {
      const row = rows[at] ?? 0
      starts[row] = history.scales.findIndex((scale) => scale > 0)
      const { scale, doubt } = scaleOf(weekdays, weekday, offOn(tally, row, days.length))
      const ofToday = { scale: scale * (own[at]?.[weekday] ?? 1), doubt }
      levels[row] = followLevel(history, drift, dates, ofToday)
    }
  }
  return levels
}

/** By day of history: the factor by which a subject has grown because more parts exist now. */
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
  /** Leads expected on each day for one lead of an average day. 0 on a day that is not the subject's. */
  scales: number[]
  /** The squared share by which each scale may be off because of a day off. */
  offs: number[]
  /** Whether each day is like today. */
  alike: readonly boolean[]
}

/**
 * A cap's days are those on which it stood. Any other subject begins on the day after its first lead: the first day is
 * chosen for having a lead, so it says nothing of how many there are. A subject with leads on the first day of history
 * existed before, so it begins there.
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

/** For each day of history: leads for one of an average day of now. Fewer on a day on which leads stopped at a full cap. */
function seeScales(tally: LeadTally, curves: Curves, row: number, scales: readonly Scale[], growth: readonly number[]) {
  const { days, stopped } = tally
  return scales.map(({ scale, doubt }, day) => {
    const slot = stopped[row * days.length + day] ?? -1
    if (slot === -1) return { scale: scale / (growth[day] ?? 1), doubt }
    const seen = curves.subarray(row * SLOTS, row * SLOTS + slot + 1).reduce((sum, share) => sum + share, 0)
    return { scale: scale * Math.max(seen, LEAST_SEEN), doubt }
  })
}

/** Chooses the most likely drift, one value after the other. */
function chooseDrift(histories: readonly History[], dates: readonly number[]): Drift {
  // Subjects are off on the same days, so all of them together say hardly more than a few.
  const share = 1 / Math.sqrt(Math.max(1, histories.length))
  const ahead = createAhead(dates.length)
  const { means, doubts } = ahead
  const lossOf = (drift: Drift) => {
    let loss = PRIOR_DAYS * (Math.log(drift.excess / USUAL.excess) ** 2 + Math.log(drift.perDay / USUAL.perDay) ** 2)
    for (const history of histories) {
      follow(history, drift, dates, ahead)
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

/** The leads expected on each day from the days before, and the squared share by which that may be off. 0 if none are. */
interface Ahead {
  means: Float64Array
  doubts: Float64Array
}

/**
 * Follows a level that drifts (Kalman's filter of a local level, in shares). Each day is expected from the days before, and
 * moves the level the more, the surer it is beside them. The expectations are written into `ahead`.
 */
function follow(
  { counts, scales, offs, alike }: History,
  { perDay, excess, unlike }: Drift,
  dates: readonly number[],
  { means, doubts }: Ahead,
): Expected | null {
  let [level, doubt, last] = [0, 0, -1]
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
      // A day that is too far off moves nothing, but makes the level doubtful. The next day decides.
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

function followLevel(history: History, drift: Drift, dates: readonly number[], ofToday: Scale): DayLevel {
  const ahead = createAhead(history.scales.length)
  const level = follow(history, drift, dates, ahead)
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
