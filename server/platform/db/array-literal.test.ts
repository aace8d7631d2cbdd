import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { arrayLiteral } from './expressions.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ tables: false })
})

afterAll(() => database.close())

test('PostgreSQL reads back what went in', async () => {
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

test('numbers go in as numbers', async () => {
  const { rows } = await database.pool.query('select $1::int4[] as array', [arrayLiteral([1, null, -3])])
  expect(rows).toEqual([{ array: [1, null, -3] }])
})
