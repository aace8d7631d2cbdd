import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { bumpDataVersion, readDataVersion } from './data-version.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

test('every change moves the version, also those at the same time', async () => {
  const before = await readDataVersion(database.db)
  const after = await Promise.all(Array.from({ length: 8 }, () => bumpDataVersion(database.db)))
  expect(new Set(after).size).toBe(8)
  expect(await readDataVersion(database.db)).toBe(before + 8)
})
