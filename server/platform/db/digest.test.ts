import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { mapDigested, type Digest } from '#domain/kernel/digest.ts'
import { createTestDatabase } from '#testing/database.ts'
import { readUnlessKnown } from './digest.ts'

const database = await createTestDatabase({ tables: false })
afterAll(() => database.close())

interface Row {
  place: number
  name: string | null
  note: string | null
}

/** What is read of a table with these rows, without their digest's own columns. */
async function read(rows: readonly Row[], known: Digest | null = null) {
  const given = sql<Row>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`
  const question = {
    rows: database.db
      .selectFrom(given.as<'given'>(sql`given (place int, name text, note text)`))
      .select(['given.place', 'given.name', 'given.note']),
    order: sql`given.place`,
    known,
  }
  return mapDigested(await readUnlessKnown(database.db, question), (found) =>
    found.map(({ place, name, note }) => ({ place, name, note })),
  )
}

const digestOf = async (...rows: Row[]) => (await read(rows)).digest

const ONE: Row = { place: 1, name: 'one', note: null }
const TWO: Row = { place: 2, name: 'two', note: 'b' }

test('rows come in their order with their digest, and not at all to whoever knows it', async () => {
  const { digest, made } = await read([TWO, ONE])
  expect(made).toEqual({ value: [ONE, TWO] })
  expect(await read([TWO, ONE], digest)).toEqual({ digest, made: null })
  const changed = await read([TWO, { ...ONE, note: '' }], digest)
  expect(changed).toMatchObject({ made: { value: [{ ...ONE, note: '' }, TWO] } })
  expect(changed.digest).not.toBe(digest)
})

test('no rows have a digest too', async () => {
  const { digest, made } = await read([])
  expect(made).toEqual({ value: [] })
  expect(await read([], digest)).toEqual({ digest, made: null })
  expect((await read([ONE], digest)).made).toEqual({ value: [ONE] })
  expect((await read([], await digestOf(ONE))).made).toEqual({ value: [] })
})

test('rows that swap a value, or whose texts run together, are others', async () => {
  const swapped = [
    { ...ONE, name: 'two' },
    { ...TWO, name: 'one' },
  ]
  expect(await digestOf(...swapped)).not.toBe(await digestOf(ONE, TWO))
  const alike: Row[] = [
    { place: 1, name: 'a', note: 'b' },
    { place: 1, name: 'a,b', note: null },
    { place: 1, name: 'a,b)', note: '' },
    { place: 1, name: null, note: 'a,b' },
    { place: 1, name: '', note: 'a,b' },
    { place: 1, name: '"a","b"', note: null },
    { place: 1, name: 'a)(1,b', note: null },
    { place: 1, name: '\\"', note: null },
    { place: 1, name: '"', note: null },
  ]
  expect(new Set(await Promise.all(alike.map((row) => digestOf(row)))).size).toBe(alike.length)
  expect(await digestOf(ONE, ONE)).not.toBe(await digestOf(ONE))
})

test('two readings have one digest where they have the same rows, in whatever order, and only there', async () => {
  const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'ä', ',', '(', ')', '"', '\\', ' '), maxLength: 3 }))
  const rows = fc.array(fc.record({ place: fc.integer({ min: 0, max: 1 }), name: text, note: text }), { maxLength: 3 })
  const sorted = (some: readonly Row[]) => some.map((row) => JSON.stringify([row.place, row.name, row.note])).toSorted()
  await fc.assert(
    fc.asyncProperty(rows, rows, async (some, others) => {
      const digest = await digestOf(...some)
      expect(await digestOf(...some.toReversed())).toBe(digest)
      const areSame = JSON.stringify(sorted(some)) === JSON.stringify(sorted(others))
      expect((await read(others, digest)).made === null).toBe(areSame)
    }),
    { numRuns: 200 },
  )
})
