import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { buildLead, storeLeadRows } from '#testing/lead-rows.ts'
import { untilHeldUp, whileLocked } from '#testing/locked-table.ts'
import { readPlanned } from './quality-service.ts'

const clock = createTestClock('2026-11-21T20:00:00Z')
const day = brandText<Day>('2026-11-20')

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, source_number, always_on, created_by)
    values ('cap-1', 'broker', '2026-11-20', 'DE', 'DE', 50, 'adv-1', '44', true, 'anna')`)
})

afterAll(() => database.close())

test('planned against delivered is of one moment, also while leads come in', async () => {
  const { db } = database
  await storeLeadRows(db, clock, { leads: [buildLead()] })
  const reading = await whileLocked(db, 'caps', async () => {
    const answer = readPlanned(db, { start: day, end: day }, {})
    await untilHeldUp(db)
    // All leads are counted by now, and those for caps are not.
    await storeLeadRows(db, clock, { leads: [buildLead({ id: 'lead-2' }), buildLead({ id: 'lead-3' })] })
    return { answer }
  })
  expect(await reading.answer).toEqual({ ok: true, value: [{ date: day, planned: 50, delivered: 1, leads: 1 }] })
})
