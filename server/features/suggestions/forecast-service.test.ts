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
})
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

test('while a feed is behind no cap is to be full at a minute that is over', async () => {
  const { db } = database
  const deps = sweepDeps(db, clock, createMemoryLog().log)
  const read = async () => {
    const found = await readDayForecast(deps, TODAY)
    if (!found.ok) throw new Error(found.reason)
    return found.value
  }
  const came = (await read()).bySource.find(({ sourceNumber }) => sourceNumber === '44')
  const cap = await addCap(db, { cap: (came?.delivered ?? 0) + 1, source: '44' })
  const readCap = async () => (await read()).caps.find(({ id }) => id === cap)
  expect((await readCap())?.fullAt.p10).toBeLessThan(12 * 60 + 44)
  clock.set('2026-11-21T10:44:00Z')
  expect((await readCap())?.fullAt.p10).toBeGreaterThanOrEqual(12 * 60 + 44)
})
