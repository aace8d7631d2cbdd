import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Feed, FeedRows } from './rows.ts'
import { comparePositions, indexAfter, type FeedRow, type LeadSource, type Position } from './source.ts'

/** Rows that a test or a bench holds in its hand. Every row is there at once, whatever `now` is. */
export interface ArraySource extends LeadSource {
  /** Adds rows, or puts them in the place of those with their ids. */
  put<F extends Feed>(feed: F, ...rows: FeedRows[F][]): void
  /** The same for rows that are text already; `at` is their `updatedAt`, else `createdAt`. A million take a second. */
  putRendered(feed: Feed, rows: Iterable<FeedRow>): void
  remove(feed: Feed, id: string): void
  count(feed: Feed): number
}

export function createArraySource(): ArraySource {
  const tables: Record<Feed, Table> = { leads: createTable(), deposits: createTable() }
  return {
    put(feed, ...rows) {
      tables[feed].put(rows.map((row) => ({ id: row.id, at: changeOf(row), json: JSON.stringify(row) })))
    },
    putRendered: (feed, rows) => tables[feed].put(rows),
    remove: (feed, id) => tables[feed].remove(id),
    count: (feed) => tables[feed].count(),
    changesAfter: (feed, after, limit) => tables[feed].changesAfter(after, limit),
    versionOf: (feed) => tables[feed].version(),
  }
}

function changeOf(row: { createdAt: string; updatedAt?: string }): Instant {
  const at = parseInstant(row.updatedAt ?? row.createdAt)
  if (at === null) throw new Error(`not an instant: ${row.updatedAt ?? row.createdAt}`)
  return at
}

interface Table {
  put(rows: Iterable<FeedRow>): void
  remove(id: string): void
  count(): number
  changesAfter(after: Position | null, limit: number): FeedRow[]
  version(): string
}

/** Rows in order. New ones wait unsorted until somebody asks; a row that was replaced stays until its order is rebuilt. */
function createTable(): Table {
  const current = new Map<string, FeedRow>()
  let ordered: FeedRow[] = []
  let waiting: FeedRow[] = []
  let stale = 0
  let changes = 0

  function settle(): FeedRow[] {
    if (stale > ordered.length / 2 + 1000) {
      ordered = ordered.filter((row) => current.get(row.id) === row)
      stale = 0
    }
    if (waiting.length === 0) return ordered
    // Both parts are runs in order, or nearly so: the sort merges them without comparing all anew.
    waiting.sort(comparePositions)
    const last = ordered.at(-1)
    const inOrder = !last || (waiting[0] !== undefined && comparePositions(last, waiting[0]) < 0)
    for (const row of waiting) ordered.push(row)
    if (!inOrder) ordered.sort(comparePositions)
    waiting = []
    return ordered
  }

  return {
    put(rows) {
      for (const row of rows) {
        if (current.has(row.id)) stale += 1
        current.set(row.id, row)
        waiting.push(row)
        changes += 1
      }
    },
    remove(id) {
      if (!current.delete(id)) return
      stale += 1
      changes += 1
    },
    count: () => current.size,
    changesAfter(after, limit) {
      const rows = settle()
      const found: FeedRow[] = []
      for (let index = after ? indexAfter(rows, after) : 0; index < rows.length && found.length < limit; index += 1) {
        const row = rows[index]
        if (row && current.get(row.id) === row) found.push(row)
      }
      return found
    },
    version: () => `${changes}.${current.size}`,
  }
}
