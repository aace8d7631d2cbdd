import { describe, expect, it } from 'vitest'
import { figureByGroup, printTable, scoreRealDays } from '#testing/forecast-table.ts'
import { readBikes, readFlights } from '#testing/real-days.ts'

const isSoak = process.env['SOAK'] === '1'
/** Days before it is forecast: as many as a forecast looks back. */
const HISTORY = 57
/** Every how many days are forecast: no multiple of a week. */
const STEP = isSoak ? 1 : 11

// Days that nobody made up. `npm run soak forecast` forecasts each of them and prints the table of docs/benchmarks.md.
describe('forecasts of real days', () => {
  const figures = new Map(
    [readFlights(), readBikes()].map((set) => {
      const days = set.days.filter((_, at) => at >= HISTORY && at % STEP === 0)
      return [set.name, figureByGroup(scoreRealDays(set, days))]
    }),
  )
  if (isSoak) process.stdout.write(`${printTable(figures)}\n`)

  it('say more than last week does', () => {
    for (const groups of figures.values()) expect(groups.get('all')?.ofLastWeek).toBeLessThan(0.6)
  })
})
