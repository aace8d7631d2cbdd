import { describe, expect, it } from 'vitest'
import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { figureByGroup, printTable, scoreRealDays } from '#testing/forecast-table.ts'
import { readBikes, readFlights, type RealSet } from '#testing/real-days.ts'
import { measureSilences, medianDelay } from '#testing/real-silence.ts'
import { forecast } from './forecast-day.ts'
import { learn, listHistoryDays } from './learn.ts'

const isSoak = process.env['SOAK'] === '1'
const PATIENCE = isSoak ? 3_600_000 : 120_000
/** Days before it is forecast: as many as a forecast looks back. */
const HISTORY = 57
/** Every how many days are forecast: no multiple of a week. */
const STEP = isSoak ? 1 : 19
const [FLIGHTS, BIKES] = [readFlights(), readBikes()]

// Days that nobody made up. `npm run soak forecast-real` looks at each of them and prints the tables of docs/benchmarks.md.
describe('forecasts of real days', () => {
  const figures = new Map(
    [FLIGHTS, BIKES].map((set) => {
      const days = set.days.filter((_, at) => at >= HISTORY && at % STEP === 0)
      return [set.name, figureByGroup(scoreRealDays(set, days))]
    }),
  )
  if (isSoak) process.stdout.write(`${printTable(figures)}\n`)

  it('say more than last week, and than a plain gamma-Poisson', () => {
    for (const groups of figures.values()) {
      expect(groups.get('all')?.ofLastWeek).toBeLessThan(0.6)
      expect(groups.get('all')?.ofGamma).toBeLessThan(isSoak ? 0.98 : 1.05)
    }
  })

  it('hold what they say', () => {
    // A few days of a few streams that share their weather are a few numbers.
    for (const groups of figures.values()) {
      expect(Math.abs((groups.get('all')?.held ?? 0) - 80)).toBeLessThan(isSoak ? 3 : 12)
    }
  })
})

describe('a snowstorm', () => {
  it('is seen in the morning: what came of it is believed', () => {
    const [day, source] = [brandText<Day>('2001-03-05'), brandText<SourceNumber>('JFK')]
    const learnt = learn(
      listHistoryDays(day).flatMap((one) => FLIGHTS.countsOf(one)),
      day,
    )
    const truth = FLIGHTS.countsOf(day).reduce(
      (sum, { sourceNumber, leads }) => sum + (sourceNumber === source ? leads : 0),
      0,
    )
    const made = forecast(
      learnt,
      { geo: null, advertiserId: null, sourceNumber: source },
      { day, minutes: 10 * 60 - 1 },
    )
    if (!made.ok) throw new Error('no forecast')
    const { usual, total } = made.value
    expect(truth).toBeLessThan(usual.mean / 4)
    expect(total.p10).toBeLessThanOrEqual(truth)
    expect(total.p90).toBeGreaterThanOrEqual(truth)
  })

  it('weighs nothing a week later', () => {
    const [before, after] = ['2001-03-05', '2001-03-15'].map((day) => usualOf(FLIGHTS, brandText<Day>(day), 'BOS'))
    expect(Math.abs((after ?? 0) / (before ?? 1) - 1)).toBeLessThan(0.1)
  })
})

describe('a source that dies at eleven', () => {
  const days = FLIGHTS.days.filter(
    (day, at) => at >= HISTORY && at % (isSoak ? 5 : 41) === 0 && !FLIGHTS.holidays.has(day),
  )

  it(
    'is told within hours, the sooner the more it brings',
    () => {
      const found = measureSilences(FLIGHTS, days, isSoak ? 6 : 10, isSoak ? 1 : 2)
      const sizes = [120, 60, 30, 15].map((from, at, all) => medianDelay(found, from, all[at - 1] ?? Infinity))
      if (isSoak) {
        const week = ((found.falseAlarms / found.quiet) * 7 * 30).toFixed(2)
        process.stdout.write(`${JSON.stringify(sizes)}, false alarms of 30 sources and a week: ${week}\n`)
      }
      expect(sizes[0]?.minutes).toBeLessThanOrEqual(90)
      expect(sizes[1]?.minutes).toBeLessThanOrEqual(210)
      expect(found.falseAlarms).toBeLessThanOrEqual(Math.ceil(found.quiet / 70))
    },
    PATIENCE,
  )
})

function usualOf(set: RealSet, day: Day, source: string): number {
  const learnt = learn(
    listHistoryDays(day).flatMap((one) => (one < day ? set.countsOf(one) : [])),
    day,
  )
  const subject = { geo: null, advertiserId: null, sourceNumber: brandText<SourceNumber>(source) }
  const made = forecast(learnt, subject, { day, minutes: 0 })
  return made.ok ? made.value.usual.mean : 0
}
