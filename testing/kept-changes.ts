import { expect } from 'vitest'
import type { Database } from '#platform/db/database.ts'
import type { Book } from './typists.ts'

/**
 * Every change that typists were told of is there once, with its history; what was under way is there wholly or not at
 * all. How many caps and changes there are.
 */
export async function expectAllKept(db: Database, book: Book): Promise<{ caps: number; changes: number }> {
  const caps = await db.selectFrom('caps').select(['id', 'cap', 'version']).execute()
  const changes = await db.selectFrom('changes').select(['subject_id', 'after']).orderBy('position').execute()
  const histories = Map.groupBy(changes, (change) => change.subject_id)
  expect(histories.size).toBe(caps.length)
  for (const { id, cap, version } of caps) {
    const versions = Array.from({ length: version }, (_, index) => index + 1)
    expect(cap).toBe(version)
    expect(histories.get(id)?.map(({ after }) => after)).toMatchObject(
      versions.map((one) => ({ cap: one, version: one })),
    )
  }
  const kept = new Map(caps.map(({ id, version }) => [id, version]))
  const lost = [...book.versions].filter(([id, version]) => {
    const stands = kept.get(id)
    return stands !== version && stands !== version + 1
  })
  expect(lost).toEqual([])
  return { caps: caps.length, changes: changes.length }
}
