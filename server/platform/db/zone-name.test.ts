import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZONES } from '#domain/kernel/zone.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { zoneName } from './expressions.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

async function noonIn(name: string, renamed?: ReadonlyMap<string, string>): Promise<string | undefined> {
  const { rows } = await sql<{ local: string }>`
    select to_char(timestamptz '2026-07-01 12:00Z' at time zone ${zoneName(name, renamed)}, 'HH24:MI') as local
  `.execute(database.db)
  return rows[0]?.local
}

test.each(ZONES)('the database knows $name', async ({ name }) => {
  expect(await noonIn(name)).toMatch(/^\d\d:\d\d$/)
})

test.each(['Europe/Kiev', 'Europe/Nowhere'])('a zone that was renamed is known by either name: %s', async (gone) => {
  expect(await noonIn(gone, new Map([[gone, 'Europe/Kyiv']]))).toBe('15:00')
  expect(await noonIn('Europe/Kyiv', new Map([['Europe/Kyiv', gone]]))).toBe('15:00')
})
