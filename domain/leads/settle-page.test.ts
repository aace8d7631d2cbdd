import { expect, test } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { isStale, latestVersion, settlePage } from './settle-page.ts'

const row = (id: string, updatedAt: number | null, mark = '', createdAt = 100) => ({
  id,
  mark,
  createdAt: instantFromMilliseconds(createdAt),
  updatedAt: updatedAt === null ? null : instantFromMilliseconds(updatedAt),
})
const read = (...rows: ReturnType<typeof row>[]) => rows.map((one) => ({ ok: true as const, row: one }))

test('of several versions the newest stays, wherever it stands in the page', () => {
  const page = settlePage(read(row('a', 2, 'old'), row('b', 1), row('a', 3, 'new'), row('a', 1, 'oldest')))
  expect(page.rows.map(({ id, mark }) => [id, mark])).toEqual([
    ['a', 'new'],
    ['b', ''],
  ])
  expect(page.total).toBe(4)
})

test('without versions the last one stays', () => {
  expect(settlePage(read(row('a', null, 'first'), row('a', null, 'last'))).rows[0]?.mark).toBe('last')
})

test('rows are ordered by id by code point', () => {
  const ids = settlePage(read(row('b', 1), row('a', 1), row('B', 1), row('ä', 1))).rows.map(({ id }) => id)
  expect(ids).toEqual(['B', 'a', 'b', 'ä'])
})

test('bad rows are told with their positions', () => {
  const page = settlePage([...read(row('a', 1)), { ok: false, reason: 'id is missing' }, ...read(row('b', 1))])
  expect(page.bad).toEqual([{ position: 1, reason: 'id is missing' }])
  expect(page.rows).toHaveLength(2)
  expect(page.total).toBe(3)
})

test('a row is stale when it is older than what is known', () => {
  expect(isStale(row('a', 1), row('a', 2))).toBe(true)
  expect(isStale(row('a', 2), row('a', 2))).toBe(false)
  expect(isStale(row('a', 1), row('a', null))).toBe(false)
  expect(isStale(row('a', null, '', 100), row('a', 200))).toBe(true)
  expect(isStale(row('a', null, '', 300), row('a', 200))).toBe(false)
})

test('the latest version counts createdAt where a row has nothing else', () => {
  expect(latestVersion([])).toBeNull()
  expect(latestVersion([row('a', 5), row('b', null, '', 7), row('c', 6)])).toBe(7)
})
