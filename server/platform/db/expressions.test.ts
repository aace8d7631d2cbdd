import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZONES } from '#domain/kernel/zone.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { arrayLiteral, zoneName } from './expressions.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ tables: false })
})

afterAll(() => database.close())

test('PostgreSQL reads back an array as it went in', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NULL', '', '{}', 'a,b', '"', '\\', ' x ', '\n'))
  const values = fc.array(fc.option(text.filter((value) => value.isWellFormed() && !value.includes('\0'))))
  await fc.assert(
    fc.asyncProperty(values, async (array) => {
      const { rows } = await database.pool.query<{ array: string[] }>('select $1::text[] as array', [
        arrayLiteral(array),
      ])
      expect(rows[0]?.array).toEqual(array)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('numbers of an array go in as numbers', async () => {
  const { rows } = await database.pool.query('select $1::int4[] as array', [arrayLiteral([1, null, -3])])
  expect(rows).toEqual([{ array: [1, null, -3] }])
})

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
