import { addDays, weekdayOf, type Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import { SLOT_MINUTES, SLOTS, type SlotCount } from '#domain/suggestions/forecast.ts'
import { listHistoryDays, learn } from '#domain/suggestions/learn.ts'
import { certain, chanceBelow, findQuantiles } from '#domain/suggestions/counts.ts'
import { createRandom, type Random } from '#sandbox/random.ts'
import { foretellGammaPoisson, foretellScaledCount, type SlotDays } from './forecast-yardsticks.ts'
import type { RealSet } from './real-days.ts'

/** One forecast of a source at the end of an hour, and what the day came to. */
export interface Scored {
  set: string
  day: Day
  hour: number
  source: SourceNumber
  /** Leads of a day like it, as expected before it began. */
  usual: number
  /** Leads due by now, and those that came. */
  due: number
  came: number
  weekend: boolean
  holiday: boolean
  /** The chance that was given to fewer leads than came, drawn evenly over the chance of exactly as many. */
  rank: number
  held: boolean
  truth: number
  median: number
  pinball: number
  lastWeek: number
  gamma: { median: number; pinball: number }
  scaled: number
}

const KNOWN = [0.1, 0.5, 0.9]

/** Forecasts each source of a set at the end of each hour of some days, as if everything after were not known. */
export function scoreRealDays(set: RealSet, days: readonly Day[]): Scored[] {
  const random = createRandom('edges of intervals', set.name)
  const bySource = new Map(set.sources.map((source) => [source, readSlotDays(set, source)]))
  return days.flatMap((day) => scoreDay(set, day, bySource, random))
}

function scoreDay(set: RealSet, day: Day, bySource: ReadonlyMap<SourceNumber, SlotDays>, random: Random): Scored[] {
  const past = listHistoryDays(day).filter((one) => one < day)
  // A forecast looks at the slots up to its own, so that one look at the day does for all of its hours.
  const learnt = learn(
    [...past, day].flatMap((one) => set.countsOf(one)),
    day,
    [],
    set.atRest,
  )
  return set.sources.flatMap((source) => {
    const days = bySource.get(source) ?? new Map<Day, number[]>()
    const [gammaAt, scaledAt] = [foretellGammaPoisson(days, day), foretellScaledCount(days, day)]
    const [slots, before] = [days.get(day) ?? [], days.get(addDays(day, -7)) ?? []]
    const truth = sum(slots)
    return Array.from({ length: 23 }, (_, at) => at + 1).flatMap((hour): Scored[] => {
      const slot = (hour * 60) / SLOT_MINUTES - 1
      const subject = { geo: null, advertiserId: null, sourceNumber: source }
      const made = forecast(learnt, subject, { day, minutes: hour * 60 - 1 })
      if (!made.ok) return []
      const { delivered, rest, usual, usualBySlot, total } = made.value
      const left = truth - delivered
      const under = left > 0 ? chanceBelow(rest, left) : 0
      const rank = under + random.next() * (chanceBelow(rest, left + 1) - under)
      const gamma = gammaAt(slot, delivered)
      const ofGamma = findQuantiles(certain(gamma), KNOWN).map((more) => delivered + more)
      return [
        {
          set: set.name,
          day,
          hour,
          source,
          usual: usual.mean,
          due: usualBySlot[slot] ?? 0,
          came: delivered,
          weekend: weekdayOf(day) > 5,
          holiday: set.holidays.has(day),
          rank,
          held: total.p10 <= truth && truth <= total.p90,
          truth,
          median: total.p50,
          pinball: pinballOf([total.p10, total.p50, total.p90], truth),
          lastWeek: Math.max(sum(before), delivered),
          gamma: { median: ofGamma[1] ?? 0, pinball: pinballOf(ofGamma, truth) },
          scaled: scaledAt(slot, delivered),
        },
      ]
    })
  })
}

/** The loss of quantiles: what a planner loses who trusts each of them. */
function pinballOf(quantiles: readonly number[], truth: number): number {
  return sum(
    KNOWN.map((chance, at) => {
      const above = truth - (quantiles[at] ?? 0)
      return Math.max(chance * above, (chance - 1) * above)
    }),
  )
}

/** Figures of some forecasts, in percent and as ratios. */
export interface Figures {
  forecasts: number
  /** Of 100 outcomes, those within 10 to 90 %, the edges drawn fairly; and with whole edges. */
  covered: number
  held: number
  below: number
  /** The median's error for one of last week's same day, which is allowed what came so far. */
  ofLastWeek: number
  ofGamma: number
  ofScaled: number
  pinballOfGamma: number
  /** Leads by which the median is too high, for 100. */
  bias: number
}

export function figure(scored: readonly Scored[]): Figures {
  const errors = (read: (one: Scored) => number) => sum(scored.map((one) => Math.abs(read(one) - one.truth)))
  const share = (holds: (one: Scored) => boolean) => (100 * scored.filter(holds).length) / scored.length
  const error = errors(({ median }) => median)
  return {
    forecasts: scored.length,
    covered: share(({ rank }) => rank >= 0.1 && rank <= 0.9),
    held: share(({ held }) => held),
    below: share(({ rank }) => rank < 0.1),
    ofLastWeek: error / errors(({ lastWeek }) => lastWeek),
    ofGamma: error / errors(({ gamma }) => gamma.median),
    ofScaled: error / errors(({ scaled }) => scaled),
    pinballOfGamma: sum(scored.map(({ pinball }) => pinball)) / sum(scored.map(({ gamma }) => gamma.pinball)),
    bias: (100 * sum(scored.map(({ median, truth }) => median - truth))) / sum(scored.map(({ truth }) => truth)),
  }
}

/** What forecasts are grouped by, in the order of the table. */
const GROUPS: readonly ((one: Scored) => string | null)[] = [
  () => 'all',
  ({ hour }) => `hour ${String(hour).padStart(2, '0')}`,
  ({ hour }) => (hour <= 8 ? '00 to 08' : hour <= 16 ? '08 to 16' : '16 to 24'),
  ({ weekend }) => (weekend ? 'weekend' : 'weekday'),
  ({ holiday }) => (holiday ? 'holiday' : null),
  ({ usual }) => (usual < 30 ? 'below 30 a day' : usual < 100 ? '30 to 100 a day' : 'above 100 a day'),
  // Of very few leads any share is chance.
  ({ due, came }) =>
    due < 5 ? null : came < 0.6 * due ? 'came < 60 %' : came > 1.4 * due ? 'came > 140 %' : 'came 60 to 140 %',
]

/** Figures of a set, by group. */
export function figureByGroup(scored: readonly Scored[]): Map<string, Figures> {
  const groups = GROUPS.flatMap((nameOf) => {
    const named = Map.groupBy(scored, nameOf)
    return [...named]
      .flatMap(([name, own]) => (name === null ? [] : [[name, figure(own)] as const]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  })
  return new Map(groups)
}

/** The table of docs/benchmarks.md, which has no line for each hour. */
export function printTable(sets: ReadonlyMap<string, ReadonlyMap<string, Figures>>): string {
  const lines = [...sets].flatMap(([set, groups]) =>
    [...groups].flatMap(([name, one]) => {
      if (name.startsWith('hour')) return []
      const percents = [one.covered, one.held, one.below, one.bias].map((value) => value.toFixed(1))
      const ratios = [one.ofLastWeek, one.ofGamma, one.ofScaled, one.pinballOfGamma].map((value) => value.toFixed(2))
      return `| ${[set, name, String(one.forecasts), ...percents.slice(0, 3), ...ratios, percents[3]].join(' | ')} |`
    }),
  )
  return [
    '| set | of it | forecasts | holds | whole edges | below | MASE | error / gamma-Poisson | error / scaled count | pinball / gamma-Poisson | bias |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}

function readSlotDays(set: RealSet, source: SourceNumber): SlotDays {
  const days = new Map(set.days.map((day) => [day, Array.from({ length: SLOTS }, () => 0)]))
  for (const day of set.days) {
    for (const count of set.countsOf(day)) if (count.sourceNumber === source) addCount(days.get(day), count)
  }
  return days
}

function addCount(slots: number[] | undefined, { slot, leads }: SlotCount): void {
  if (slots) slots[slot] = (slots[slot] ?? 0) + leads
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
