import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { readRecentLeads } from './service.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const day = (text: string) => brandText<Day>(text)

test('a day is planned by the leads of today, of its weekday before, and a mean of seven whole days', async () => {
  const counts = [
    ['2026-11-20', 'B-1', 100],
    ['2026-11-21', 'B-1', 7],
    ['2026-11-21', 'B-2', 7],
    ['2026-11-27', 'B-1', 4],
    ['2026-11-28', 'B-1', 3],
    ['2026-11-28', 'B-2', 1],
    ['2026-11-29', 'B-1', 50],
  ] as const
  const rows = counts.map(([date, advertiser_id, leads]) => ({
    day: day(date),
    geo_key: 'DE',
    advertiser_id,
    source_number: '44',
    leads,
  }))
  await database.db.insertInto('delivered_by_broker').values(rows).execute()
  const read = (kind: 'broker' | 'affiliate') =>
    readRecentLeads(database.db, kind, day('2026-12-05'), day('2026-11-28'))
  const place = { geo: 'DE', sourceNumber: '44' }
  const broker = await read('broker')
  expect(broker.sameWeekday).toBe('2026-11-21')
  expect(broker.places.toSorted((a, b) => b.today - a.today)).toEqual([
    { ...place, advertiserId: 'B-1', today: 3, sameWeekday: 7, mean: 2 },
    { ...place, advertiserId: 'B-2', today: 1, sameWeekday: 7, mean: 1 },
  ])
  expect(await read('affiliate')).toMatchObject({
    places: [{ ...place, advertiserId: null, today: 4, sameWeekday: 14, mean: 3 }],
  })
})
