import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Subject } from '#domain/suggestions/forecast.ts'
import { computeFullAt } from '#domain/suggestions/course.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import { listHistoryDays, learn } from '#domain/suggestions/learn.ts'
import { ORDINARY, replayDemo, replaySimulated, REPLAY_START, SIMULATED } from '#testing/forecast-replays.ts'
import { scoreReplays, type Replay, type Score, type ScoredLevel } from '#testing/forecast-score.ts'
import type { Row } from './table.ts'

/** After the eight weeks that a forecast learns from. */
const FIRST_DAY = 57
const DAYS = 14
const MOMENTS = [0, 10 * 60, 14 * 60, 18 * 60]
const DEMO_SEEDS = [7, 8, 9, 10]
const CAPS = 2_000
const ROUNDS = 5

/** How good forecasts are, against last week and the plain share of hours, and how long a whole sweep of them takes. */
export async function measureForecast(): Promise<Row[]> {
  const demo = DEMO_SEEDS.map(replayDemo)
  const simulated = SIMULATED.map((options, at) => replaySimulated({ ...options, seed: at + 1 }))
  return [...scoreWorld('demo world', demo), ...scoreWorld('simulated', simulated), measureSpeed()]
}

function scoreWorld(name: string, replays: readonly Replay[]): Row[] {
  console.error(`forecast: ${name}`)
  const days = Array.from({ length: DAYS }, (_, at) => addDays(REPLAY_START, FIRST_DAY + at))
  const scores = [...scoreReplays(replays, days, MOMENTS)]
  return scores.flatMap(([level, score]) => describeScore(name, level, score))
}

function describeScore(world: string, level: ScoredLevel, score: Score): Row[] {
  const { forecasts, refused, missed, missedByNaive, missedByShare } = score
  const mean = (sum: number) => (sum / forecasts).toFixed(2)
  const percent = (part: number) => `${((100 * part) / forecasts).toFixed(1)} %`
  const covered = (100 * score.covered) / forecasts
  return [
    {
      bench: 'forecast',
      what: `${world}, ${level}: miss of the median (MASE)`,
      figure: `${mean(missed)} leads`,
      yardstick: `last week ${mean(missedByNaive)}`,
      ratio: missed / missedByNaive,
      goal: '< 0.9',
      met: missed < 0.9 * missedByNaive && missed < missedByShare,
      note: `${(missed / missedByShare).toFixed(2)} of share of hours; ${forecasts} forecasts, ${refused} refused`,
    },
    {
      bench: 'forecast',
      what: `${world}, ${level}: in the 80 % interval`,
      figure: `${covered.toFixed(1)} %`,
      yardstick: '-',
      ratio: null,
      goal: '80 ± 3 %',
      met: Math.abs(covered - 80) <= 3,
      note: `below ${percent(score.below)}; edges drawn fairly, ${percent(score.coveredWhole)} with whole edges`,
    },
  ]
}

/** Processor time, since machines are busy: to learn, and to forecast every cap, source, broker and geo. */
function measureSpeed(): Row {
  console.error('forecast: speed')
  const world = replaySimulated({ ...ORDINARY, caps: CAPS, leadsOfCap: 7, fresh: 0, seed: 1 })
  const today = addDays(REPLAY_START, FIRST_DAY)
  const now = { day: today, minutes: 12 * 60 }
  const days = listHistoryDays(today)
  const counts = days.flatMap((day) => world.countsOf(day))
  const caps = days.flatMap((day) => world.capsOf(day).map((cap) => ({ ...cap, day })))
  const times = Array.from({ length: ROUNDS }, () =>
    timeSweep(() => {
      const learnt = learn(counts, today, caps)
      for (const { cap, ...subject } of world.capsOf(today)) {
        const made = forecast(learnt, subject, now)
        if (made.ok) computeFullAt(made.value, cap)
      }
      for (const subject of listTotals(world, today)) forecast(learnt, subject, now)
    }),
  )
  const milliseconds = Math.min(...times)
  return {
    bench: 'forecast',
    what: 'learn and forecast everything of a day',
    figure: `${milliseconds.toFixed(0)} ms`,
    yardstick: '-',
    ratio: null,
    goal: '< 1000 ms',
    met: milliseconds < 1_000,
    note: `processor time, best of ${ROUNDS}; ${counts.length.toLocaleString('en')} counts, ${CAPS.toLocaleString('en')} caps`,
  }
}

function timeSweep(sweep: () => void): number {
  const before = process.cpuUsage()
  sweep()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function listTotals({ capsOf }: Replay, day: Day): Subject[] {
  const none = { geo: null, advertiserId: null, sourceNumber: null }
  const caps = capsOf(day)
  return [
    none,
    ...[...new Set(caps.map(({ geo }) => geo))].map((geo) => ({ ...none, geo })),
    ...[...new Set(caps.map(({ advertiserId }) => advertiserId))].map((advertiserId) => ({ ...none, advertiserId })),
    ...[...new Set(caps.map(({ sourceNumber }) => sourceNumber))].map((sourceNumber) => ({ ...none, sourceNumber })),
  ]
}
