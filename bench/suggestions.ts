import { systemClock } from '#platform/clock.ts'
import { addMilliseconds, formatInstant, MINUTE } from '#domain/kernel/instant.ts'
import { createForecastCaches, readDayForecast } from '#server/features/suggestions/forecast-service.ts'
import { sweepAllDue } from '#server/features/suggestions/sweep-service.ts'
import { createLog } from '#platform/log.ts'
import type { Database } from '#platform/db/database.ts'
import { startTestPostgres } from '#testing/database.ts'
import { endGoodSync, setSetting, sweepDeps } from '#testing/suggestions.ts'
import { AFFILIATE_CAPS, BROKER_CAPS, SWEPT_AT, SWEPT_DAY, seedSuggestions } from './suggestions-data.ts'
import { median, type BenchOptions, type Row } from './table.ts'

const ROUNDS = 5
const MOST_MS = 2_000

/** How long a sweep takes, from the request until its message is in the outbox; and the day's forecast for the board. */
export async function measureSuggestions(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  console.error(`suggestions: preparing ${leads.toLocaleString('en')} leads`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  await seedSuggestions(database.db, leads)
  return measureOn(database.db, leads)
}

export async function measureOn(db: Database, leads: number): Promise<Row[]> {
  await setSetting(db, 'summary_group_id', '-1001')
  await endGoodSync(db, SWEPT_AT)
  const caps = (BROKER_CAPS + AFFILIATE_CAPS).toLocaleString('en')
  const note = `${leads.toLocaleString('en')} leads, median of ${ROUNDS}`
  const { first, next } = await timeSweeps(db)
  return [
    describe(`a sweep over ${caps} caps of today and as many of tomorrow`, next, note),
    describe('the same right after the start, with nothing kept', [first], `${leads.toLocaleString('en')} leads, once`),
    describe(`the forecast of the day with ${caps} caps, nothing kept`, await timeForecasts(db), note),
  ]
}

/** The first reads the past, which those after it have kept. */
async function timeSweeps(db: Database): Promise<{ first: number; next: number[] }> {
  let now = SWEPT_AT
  const clock = { ...systemClock, now: () => now }
  const deps = sweepDeps(db, clock, createLog('silent', { pretty: false }))
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    now = addMilliseconds(SWEPT_AT, round * MINUTE)
    await setSetting(db, 'ai_suggestion_force_token', formatInstant(now))
    const began = performance.now()
    await sweepAllDue(deps, new AbortController().signal)
    times.push(performance.now() - began)
  }
  const [first = 0, ...next] = times
  return { first, next }
}

async function timeForecasts(db: Database): Promise<number[]> {
  const clock = { ...systemClock, now: () => SWEPT_AT }
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now()
    const kept = createForecastCaches(clock)
    const found = await readDayForecast({ db, clock, connectors: [{ name: 'main' }], kept }, SWEPT_DAY)
    if (!found.ok) throw new Error(`there is no forecast: ${found.reason}`)
    if (round > 0) times.push(performance.now() - began)
  }
  return times
}

function describe(what: string, milliseconds: readonly number[], note: string): Row {
  const took = median(milliseconds)
  return {
    bench: 'suggestions',
    what,
    figure: `${took.toFixed(0)} ms`,
    yardstick: `${MOST_MS} ms`,
    ratio: took / MOST_MS,
    goal: '<= 1',
    met: took <= MOST_MS,
    note,
  }
}
