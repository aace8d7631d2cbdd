import { countOpenMinutes } from '#domain/caps/pace.ts'
import { END_OF_DAY, type Hours } from '#domain/hours/working-hours.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import {
  SLOT_MINUTES,
  type Forecast,
  type EndedCap,
  type SlotCount,
  type Subject,
} from '#domain/suggestions/forecast.ts'
import { listHistoryDays, learn } from '#domain/suggestions/learn.ts'
import { chanceBelow } from '#domain/suggestions/counts.ts'
import { createRandom, type Random } from '#sandbox/random.ts'

export const SCORED_LEVELS = ['cap', 'affiliate cap', 'source', 'broker', 'geo', 'all'] as const
export type ScoredLevel = (typeof SCORED_LEVELS)[number]

/** Something to be replayed: what came on each day, and the caps that stood. */
export interface Replay {
  countsOf(day: Day): readonly SlotCount[]
  capsOf(day: Day): readonly ReplayedCap[]
}

interface ReplayedCap extends Omit<EndedCap, 'day'> {
  hours?: Hours
}

/** How well forecasts did: sums of misses in leads, and how many of the true totals lay in the interval. */
export interface Score {
  forecasts: number
  /** Not forecast, for want of history. */
  refused: number
  missed: number
  missedByNaive: number
  missedByShare: number
  /** Of a whole interval, with a fair draw where its edge cuts through a count; so 0.8 is right for small counts too. */
  covered: number
  /** With edges counted in, as people read it. */
  coveredWhole: number
  /** True total below the interval, by a fair draw. */
  below: number
}

/** Replays days, each at the same moments, and scores every level over all of them. */
export function scoreReplays(
  replays: readonly Replay[],
  days: readonly Day[],
  moments: readonly number[],
): ReadonlyMap<ScoredLevel, Score> {
  const random = createRandom('edges of intervals')
  const parts = replays.flatMap((replay) =>
    days.flatMap((day) => moments.map((minutes) => scoreDay(replay, day, minutes, random))),
  )
  return new Map(SCORED_LEVELS.map((level) => [level, mergeScores(parts.flatMap((scores) => scores.get(level) ?? []))]))
}

/** Forecasts everything at one moment of a day, and scores it against what came by its end. */
function scoreDay(replay: Replay, day: Day, minutes: number, random: Random): Map<ScoredLevel, Score> {
  const whole = replay.countsOf(day)
  const soFar = whole.filter(({ slot }) => slot < minutes / SLOT_MINUTES)
  const past = listHistoryDays(day).filter((one) => one < day)
  const caps = past.flatMap((one) => replay.capsOf(one).map((cap) => ({ ...cap, day: one })))
  const learnt = learn([...past.flatMap((one) => replay.countsOf(one)), ...soFar], day, caps)
  const lastWeek = replay.countsOf(addDays(day, -7))
  const truth = sumSubjects(whole)
  const naive = sumSubjects(lastWeek)
  const scores = new Map<ScoredLevel, Score>()
  for (const { level, subject, hours } of listSubjects(replay, day)) {
    const score = scores.get(level) ?? emptyScore()
    scores.set(level, score)
    const made = forecast(learnt, subject, { day, minutes }, hours ? { hours } : {})
    if (!made.ok) {
      score.refused += 1
      continue
    }
    const total = truth.get(keyOf(subject)) ?? 0
    const share = countOpenMinutes(hours ?? { kind: 'unknown' }, minutes)
    const all = countOpenMinutes(hours ?? { kind: 'unknown' }, END_OF_DAY)
    addScore(score, made.value, { total, naive: naive.get(keyOf(subject)) ?? 0, passed: share / all }, random)
  }
  return scores
}

function addScore(
  score: Score,
  made: Forecast,
  { total, naive, passed }: { total: number; naive: number; passed: number },
  random: Random,
): void {
  const { p10, p50, p90 } = made.total
  score.forecasts += 1
  score.missed += Math.abs(p50 - total)
  score.missedByNaive += Math.abs(Math.max(naive, made.delivered) - total)
  // The plain share of hours knows nothing before the first of them: last week's day stands in for it.
  score.missedByShare += Math.abs((passed > 0 ? made.delivered / passed : naive) - total)
  const rest = total - made.delivered
  const under = rest > 0 ? chanceBelow(made.rest, rest) : 0
  const rank = under + random.next() * (chanceBelow(made.rest, rest + 1) - under)
  if (rank >= 0.1 && rank <= 0.9) score.covered += 1
  if (rank < 0.1) score.below += 1
  if (total >= p10 && total <= p90) score.coveredWhole += 1
}

function emptyScore(): Score {
  return {
    forecasts: 0,
    refused: 0,
    missed: 0,
    missedByNaive: 0,
    missedByShare: 0,
    covered: 0,
    coveredWhole: 0,
    below: 0,
  }
}

function mergeScores(parts: readonly Score[]): Score {
  const sum = (read: (part: Score) => number) => parts.reduce((all, part) => all + read(part), 0)
  return {
    forecasts: sum(({ forecasts }) => forecasts),
    refused: sum(({ refused }) => refused),
    missed: sum(({ missed }) => missed),
    missedByNaive: sum(({ missedByNaive }) => missedByNaive),
    missedByShare: sum(({ missedByShare }) => missedByShare),
    covered: sum(({ covered }) => covered),
    coveredWhole: sum(({ coveredWhole }) => coveredWhole),
    below: sum(({ below }) => below),
  }
}

interface Scored {
  level: ScoredLevel
  subject: Subject
  hours?: Hours | undefined
}

/** What has a cap on the day, as the product lists it, and all leads. */
function listSubjects(replay: Replay, day: Day): Scored[] {
  const caps = replay.capsOf(day)
  const each = <T>(values: T[]) => [...new Set(values)]
  const affiliate = new Map(caps.map((cap) => [`${cap.geo} ${cap.sourceNumber}`, { ...cap, advertiserId: null }]))
  return [
    ...caps.map(({ geo, advertiserId, sourceNumber, hours }): Scored => ({
      level: 'cap',
      subject: { geo, advertiserId, sourceNumber },
      hours,
    })),
    ...[...affiliate.values()].map(({ geo, sourceNumber }): Scored => ({
      level: 'affiliate cap',
      subject: { geo, advertiserId: null, sourceNumber },
    })),
    ...each(caps.map(({ sourceNumber }) => sourceNumber)).map((sourceNumber): Scored => ({
      level: 'source',
      subject: { geo: null, advertiserId: null, sourceNumber },
    })),
    ...each(caps.map(({ advertiserId }) => advertiserId)).map((advertiserId): Scored => ({
      level: 'broker',
      subject: { geo: null, advertiserId, sourceNumber: null },
    })),
    ...each(caps.map(({ geo }) => geo)).map((geo): Scored => ({
      level: 'geo',
      subject: { geo, advertiserId: null, sourceNumber: null },
    })),
    { level: 'all', subject: { geo: null, advertiserId: null, sourceNumber: null } },
  ]
}

function sumSubjects(counts: readonly SlotCount[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { geo, advertiserId, sourceNumber, leads } of counts) {
    for (const subject of [
      { geo, advertiserId, sourceNumber },
      { geo, advertiserId: null, sourceNumber },
      { geo: null, advertiserId: null, sourceNumber },
      { geo: null, advertiserId, sourceNumber: null },
      { geo, advertiserId: null, sourceNumber: null },
      { geo: null, advertiserId: null, sourceNumber: null },
    ]) {
      const key = keyOf(subject)
      sums.set(key, (sums.get(key) ?? 0) + leads)
    }
  }
  return sums
}

function keyOf({ geo, advertiserId, sourceNumber }: Subject): string {
  return JSON.stringify([geo, advertiserId, sourceNumber])
}
