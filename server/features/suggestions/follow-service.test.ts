import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { LEAST_JUDGED_DAYS } from '#domain/suggestions/hit-rate.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { addCap, endGoodSync, plantHistory, setSetting, TODAY } from '#testing/suggestions.ts'
import { keepToldBands, recallHitRates } from './follow-service.ts'
import { insertToldBands } from './store.ts'
import { createForecastCaches } from './forecast-service.ts'

// Noon in Berlin.
const clock = createTestClock('2026-11-21T11:05:00Z')

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await setSetting(database.db, 'timezone', 'Europe/Berlin')
  await plantHistory(database.db, '2026-11-21T11:00:00Z', [{ source: '44', leadsAnHour: 4 }])
})
afterAll(() => database.close())

const deps = () => ({ db: database.db, clock, connectors: [{ name: 'main' }], kept: createForecastCaches(clock) })
const told = () => database.db.selectFrom('told_bands').selectAll().orderBy('day').orderBy('hour').execute()

test('what is foretold at a fixed hour is kept once, for all leads and each cap', async () => {
  const cap = await addCap(database.db, { cap: 60 })
  await keepToldBands(deps())
  const [first, ...others] = await told()
  expect(others).toEqual([])
  expect(first).toMatchObject({ day: TODAY, hour: 12, cap_ids: [cap] })
  expect(first?.low).toBeLessThan(first?.high ?? 0)
  // All leads are of that cap, but what is learnt of caps and of all leads may differ by two.
  expect(Math.abs((first?.cap_lows[0] ?? 0) - (first?.low ?? 0))).toBeLessThanOrEqual(2)

  // What is learnt later changes nothing, and no other hour is picked.
  await endGoodSync(database.db, clock.now())
  await database.pool.query(`update delivered_by_broker set leads = leads * 2 where day < '2026-11-21'`)
  clock.set('2026-11-21T11:40:00Z')
  await keepToldBands(deps())
  clock.set('2026-11-21T12:10:00Z')
  await keepToldBands(deps())
  expect(await told()).toEqual([first])
})

test('the hit rate counts ranges of days that are over, as they ended', async () => {
  const ended = async (daysAgo: number) => {
    const { rows } = await database.pool.query<{ leads: string }>(
      `select sum(leads) as leads from delivered_by_broker where day = $1`,
      [addDays(TODAY, -daysAgo)],
    )
    return Number(rows[0]?.leads)
  }
  const capAt = (daysAgo: number, cap: number) => addCap(database.db, { cap, daysAhead: -daysAgo })
  const tell = async (daysAgo: number, range: [low: number, high: number], caps: [string, number, number][]) =>
    insertToldBands(database.db, {
      day: addDays(TODAY, -daysAgo),
      hour: 9,
      at: clock.now(),
      low: range[0],
      high: range[1],
      caps: caps.map(([id, low, high]) => ({ id, low, high })),
    })
  const [one, two] = [await ended(1), await ended(2)]
  // Both ends are within; of a cap that ended full, what more would have come is not known.
  await tell(1, [one, one], [[await capAt(1, one), one + 5, one + 9]])
  await tell(2, [two + 1, two + 9], [[await capAt(2, two + 1), two + 1, two + 9]])
  await tell(3, [0, 1], [['deleted since', 0, 1_000]])
  await tell(40, [0, 10_000], [])
  for (let daysAgo = 4; daysAgo <= LEAST_JUDGED_DAYS; daysAgo += 1) await tell(daysAgo, [0, 10_000], [])

  expect(await recallHitRates(deps(), TODAY)).toEqual({
    all: { days: LEAST_JUDGED_DAYS, told: LEAST_JUDGED_DAYS, held: LEAST_JUDGED_DAYS - 2 },
    caps: { days: 2, told: 2, held: 1 },
  })
})
