import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { addCap, TODAY } from '#testing/suggestions.ts'
import { listSameHours } from './count-store.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('days with the same hours are those on which a cap of the same key had them', async () => {
  const [hours, geo] = ['09:00-17:00', 'SE']
  const cap = await addCap(database.db, { cap: 5, geo, hours })
  for (const ago of [1, 2, 3]) {
    const of = { cap: 5 + ago, geo, daysAhead: -ago }
    await addCap(database.db, { ...of, hours: ago === 2 ? '09:00-16:00' : hours })
    await addCap(database.db, { ...of, hours, kind: 'affiliate' })
  }
  const past = [1, 2, 3, 4].map((ago) => addDays(TODAY, -ago))
  expect((await listSameHours(database.db, TODAY, past)).get(cap)?.toSorted()).toEqual([past[2], past[0]])
})
