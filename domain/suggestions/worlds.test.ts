import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { ORDINARY, replayDemo, replaySimulated, REPLAY_START, SIMULATED } from '#testing/forecast-replays.ts'
import { scoreReplays, SCORED_LEVELS, type Score } from '#testing/forecast-score.ts'
import { createLeadWorld } from '#testing/lead-worlds.ts'
import { forecast } from './forecast-day.ts'
import type { SlotCount } from './forecast.ts'
import { listHistoryDays, learn } from './learn.ts'

const isSoak = process.env['SOAK'] === '1'
const DAYS = Array.from({ length: isSoak ? 28 : 2 }, (_, at) => addDays(REPLAY_START, 59 + at))
const MOMENTS = [0, 10 * 60, 15 * 60]
/**
 * How far from 80 percent of the outcomes may be covered: the goal of three percent, and on few days also twice what
 * chance does to so many. The moments of a day have one outcome.
 */
function allowedOff({ forecasts }: Score): number {
  return isSoak ? 3 : 3 + 200 * Math.sqrt((0.8 * 0.2) / (forecasts / MOMENTS.length))
}

// Goals of `npm run bench forecast`, on few days: better than last week and than the plain share of hours, and intervals
// that hold what they say.
describe('forecasts of a replayed world', () => {
  it.each([
    [
      'simulated',
      (isSoak ? SIMULATED : [ORDINARY]).map((options, at) => replaySimulated({ ...options, seed: at + 1 })),
    ],
    ['demo', (isSoak ? [7, 8, 9, 10] : [7, 8]).map(replayDemo)],
  ])('are good in the %s one, at every level', { timeout: isSoak ? undefined : 120_000 }, (_, replays) => {
    const scores = [...scoreReplays(replays, DAYS, MOMENTS)].map(([level, score]) => ({ level, ...score }))
    const worseThan = (yardstick: (score: Score) => number) =>
      scores.filter((score) => score.missed >= 0.9 * yardstick(score)).map(({ level }) => level)
    expect(scores).toHaveLength(SCORED_LEVELS.length)
    expect(scores.filter(({ forecasts, refused }) => refused > forecasts / 20)).toEqual([])
    expect(worseThan(({ missedByNaive }) => missedByNaive)).toEqual([])
    expect(worseThan(({ missedByShare }) => missedByShare)).toEqual([])
    // A few days of a whole world are a few numbers.
    const many = scores.filter(({ forecasts }) => forecasts > 500)
    const coveredOf = ({ covered, forecasts }: Score) => (100 * covered) / forecasts
    expect(many.filter((score) => Math.abs(coveredOf(score) - 80) > allowedOff(score))).toEqual([])
  })
})

describe('caps on which leads stop', () => {
  it('are forecast as if nothing stopped them', () => {
    const world = createLeadWorld({ ...ORDINARY, trend: 0, fresh: 0, stops: true, seed: 3 })
    const today = addDays(REPLAY_START, 60)
    const history = listHistoryDays(today).filter((day) => day < today)
    const counts = history.flatMap((day) => world.countsOf(day))
    const caps = history.flatMap((day) => world.capsOf(day).map((cap) => ({ ...cap, day })))
    const demand = history.flatMap((day) => world.demandOf(day))
    const sum = (learnt: ReturnType<typeof learn>) =>
      world.capsOf(today).reduce((all, cap) => {
        const made = forecast(learnt, cap, { day: today, minutes: 0 })
        return all + (made.ok ? made.value.usual.mean : 0)
      }, 0)
    const [told, untold, free] = [learn(counts, today, caps), learn(counts, today), learn(demand, today, caps)].map(sum)
    expect(leadsOf(counts) / leadsOf(demand)).toBeLessThan(0.85)
    expect((untold ?? 0) / (free ?? 0)).toBeLessThan(0.85)
    expect((told ?? 0) / (free ?? 0)).toBeGreaterThan(0.9)
    expect((told ?? 0) / (free ?? 0)).toBeLessThan(1.15)
  })
})

function leadsOf(counts: readonly SlotCount[]): number {
  return counts.reduce((sum, { leads }) => sum + leads, 0)
}
