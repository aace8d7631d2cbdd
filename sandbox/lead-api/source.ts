import { compareCodePoints } from '#domain/kernel/code-points.ts'
import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import type { Feed } from './rows.ts'

/** Where a row stands in the order that the API answers in: the instant of its last change, then its id. */
export interface Position {
  at: Instant
  id: string
}

/** A row as it stands. The other shapes translate `json`, so that a source need know one language only. */
export interface FeedRow extends Position {
  /** The row of the generic contract. */
  json: string
}

/** Where a stand-in lead API takes its rows from. */
export interface LeadSource {
  /** The rows behind a position (null: from the start) as they stand at `now`, in order; at most `limit`. */
  changesAfter(feed: Feed, after: Position | null, limit: number, now: Instant): FeedRow[]
  /** A text that is another one as soon as any row of the feed has come or changed. */
  versionOf(feed: Feed, now: Instant): string
}

export function comparePositions(a: Position, b: Position): number {
  return a.at - b.at || compareCodePoints(a.id, b.id)
}

/** The position before everything that changed at an instant or later: no row has an empty id. */
export function justBefore(at: Instant): Position {
  return { at, id: '' }
}

/** The index of the first of some ordered rows behind a position. */
export function indexAfter(rows: readonly Position[], position: Position): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row && comparePositions(row, position) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the first of some ordered rows that changed after an instant. */
export function indexPast(rows: readonly Position[], at: Instant): number {
  return indexAfter(rows, justBefore(instantFromMilliseconds(at + 1)))
}
