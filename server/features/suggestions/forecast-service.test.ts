import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMemoryLog } from '#testing/memory-log.ts'
import { addCap, plantHistory, sweepDeps, TODAY } from '#testing/suggestions.ts'
import { readDayForecast } from './forecast-service.ts'

const clock = createTestClock('2026-11-21T10:40:00Z')

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  // Both bring leads each day, but source 51 has brought none today.
  await plantHistory(database.db, '2026-11-21T10:30:00Z', [
    { source: '44', leadsAnHour: 4 },
    { source: '51', leadsAnHour: 9, leadsAnHourToday: 0 },
  ])
}, 60_000)
afterAll(() => database.close())

async function listSources() {
  const found = await readDayForecast(sweepDeps(database.db, clock, createMemoryLog().log), TODAY)
  if (!found.ok) throw new Error(found.reason)
  return found.value.bySource.map(({ sourceNumber }) => sourceNumber)
}

test('what comes for caps is expected on a day with one, and what has none is expected as it always comes', async () => {
  expect(await listSources()).toEqual(['44', '51'])
  for (const source of ['44', '51']) await addCap(database.db, { cap: 90, source, daysAhead: -2 })
  expect(await listSources(), 'what has come today is told').toEqual(['44'])
  await addCap(database.db, { cap: 90, source: '51' })
  expect(await listSources()).toEqual(['44', '51'])
})

test('leads of a feed that is ahead of another one count: nothing is below what came', async () => {
  const { db } = database
  const early = '2026-11-21T09:50:00Z'
  await db.updateTable('sync_parts').set({ complete_until: early }).execute()
  const { n } = await db
    .selectFrom('leads')
    .select((lead) => lead.fn.countAll<number>().as('n'))
    .where('day', '=', TODAY)
    .executeTakeFirstOrThrow()
  const found = await readDayForecast(sweepDeps(db, clock, createMemoryLog().log), TODAY)
  if (!found.ok) throw new Error(found.reason)
  const { all } = found.value
  expect(all?.delivered).toBe(n)
  expect(all?.total.p10).toBeGreaterThanOrEqual(n)
})
