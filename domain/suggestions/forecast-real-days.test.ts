import { describe, expect, it } from 'vitest'
import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { figureByGroup, printTable, scoreRealDays } from '#testing/forecast-table.ts'
import { readBikes, readFlights, type RealSet } from '#testing/real-days.ts'
import { countFalseAlarms, measureSilences, medianDelays, printSilences } from '#testing/real-silence.ts'
import { forecast } from './forecast-day.ts'
import { learn, listHistoryDays } from './learn.ts'
import { isAlarming } from './stop.ts'

const isSoak = process.env['SOAK'] === '1'
const PATIENCE = isSoak ? 3_600_000 : 120_000
/** Days before it is forecast: as many as a forecast looks back. */
const HISTORY = 57
/** Every how many days are forecast: no multiple of a week. */
const STEP = isSoak ? 1 : 19
const [FLIGHTS, BIKES] = [readFlights(), readBikes()]

/** Sources that a storm has hit by ten: so much of the leads that were due came, of so many at least. */
const [STORM_SHARE, LEAST_DUE] = [0.6, 10]

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
      // A few days are a few numbers.
      expect(groups.get('all')?.ofLastWeek).toBeLessThan(isSoak ? 0.57 : 0.62)
      expect(groups.get('all')?.ofGamma).toBeLessThan(isSoak ? 0.95 : 1)
      expect(groups.get('all')?.pinballOfGamma).toBeLessThan(isSoak ? 0.95 : 1)
      if (!isSoak) continue
      for (const [name, { ofGamma }] of groups) {
        if (name.startsWith('hour') || name.startsWith('came'))
          expect({ name, isGood: ofGamma <= 1.05 }).toEqual({ name, isGood: true })
      }
    }
  })

  it('hold what they say', () => {
    for (const [set, groups] of figures) {
      const off = (name: string) => Math.abs((groups.get(name)?.covered ?? 0) - 80)
      expect(off('all')).toBeLessThan(isSoak ? 3 : 12)
      if (!isSoak) continue
      for (const name of groups.keys()) {
        if (/^(\d\d to|week)/v.test(name))
          expect({ set, name, isGood: off(name) <= 3 }).toEqual({ set, name, isGood: true })
        if (name.startsWith('came')) expect(groups.get(name)?.covered).toBeGreaterThan(70)
      }
      expect(groups.get('holiday')?.covered).toBeGreaterThan(75)
    }
  })
})

describe('a snowstorm', () => {
  it('is seen in the morning: what came of it is believed', () => {
    const day = brandText<Day>('2001-03-05')
    const learnt = learn(
      listHistoryDays(day).flatMap((one) => FLIGHTS.countsOf(one)),
      day,
    )
    const hit = FLIGHTS.sources.flatMap((source) => {
      const truth = FLIGHTS.countsOf(day).reduce(
        (sum, { sourceNumber, leads }) => sum + (sourceNumber === source ? leads : 0),
        0,
      )
      const subject = { geo: null, advertiserId: null, sourceNumber: source }
      const made = forecast(learnt, subject, { day, minutes: 10 * 60 - 1 })
      if (!made.ok) throw new Error('no forecast')
      const { delivered, usualByNow, total } = made.value
      if (usualByNow.mean < LEAST_DUE || delivered > STORM_SHARE * usualByNow.mean) return []
      return [{ source, holds: total.p10 <= truth && truth <= total.p90 }]
    })
    // Of EWR seven of 15 had come, of PHL nine of 17: that may be chance.
    expect(hit.filter(({ holds }) => !holds).map(({ source }) => source)).toEqual(['EWR', 'PHL'])
    expect(hit.map(({ source }) => source)).toEqual(['BOS', 'EWR', 'PHL', 'LGA', 'JFK', 'BDL'])
  })

  it('weighs nothing a week later', () => {
    const [before, after] = ['2001-03-05', '2001-03-15'].map((day) => usualOf(FLIGHTS, brandText<Day>(day), 'BOS'))
    expect(Math.abs((after ?? 0) / (before ?? 1) - 1)).toBeLessThan(0.1)
  })
})

describe('a source that dies at eleven', () => {
  const daysOf = (set: RealSet) =>
    set.days.filter((day, at) => {
      const isOrdinary = !set.holidays.has(day) && !set.troubled.has(day)
      return at >= HISTORY && at % (isSoak ? 1 : 41) === 0 && isOrdinary
    })

  it.each([1, 4])('is told once it has more likely stopped than not, as one of %i geos', (parts) => {
    // One day in 14 passes the longest gap, and one source in 300 stops on a day.
    const [gaps, due] = [{ longest: 8, tail: 2, count: 1_000, days: 14 }, 8 + 2 * Math.log((300 * parts) / 14)]
    expect([0.99 * due, 1.01 * due].map((one) => isAlarming(gaps, one, parts))).toEqual([false, true])
  })

  it(
    'is told within hours, the sooner the more it brings',
    () => {
      // In the long form a death is one of few, as it is in life: what others bring says how long a gap is.
      const deadAtOnce = (set: RealSet) => (isSoak ? Math.ceil(set.sources.length / 15) : 10)
      const sets = (isSoak ? [FLIGHTS, BIKES] : [FLIGHTS]).map(
        (set) => [set.name, measureSilences(set, daysOf(set), deadAtOnce(set), isSoak ? 1 : 2)] as const,
      )
      if (isSoak) process.stdout.write(`${printSilences(new Map(sets))}\n`)
      for (const [, found] of sets) {
        for (const [at, { told, due }] of medianDelays(found).entries()) {
          // Nobody can tell before six leads are due. A few deaths, seen each half an hour, say something of the large ones only.
          if (isSoak) expect(told).toBeLessThanOrEqual(due + 75)
          else expect(told).toBeLessThanOrEqual([90, 210][at] ?? Infinity)
        }
        expect(countFalseAlarms(found)).toBeLessThanOrEqual(isSoak ? 1 : 3)
      }
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
