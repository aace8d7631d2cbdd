import type { Instant } from '#domain/kernel/instant.ts'
import { comparePositions, indexAfter, indexPast, type FeedRow, type Position } from '#sandbox/lead-api/source.ts'

/** A row between two of its changes. */
export interface Version<Row> extends Position {
  /** The instant of the next change; null where none will come. */
  until: Instant | null
  toRow(): Row
}

/** All versions that rows will ever have, in order, so that how they stand at any instant is read off, not kept. */
export interface Timeline<Row> {
  add(versions: readonly Version<Row>[]): void
  /** The rows behind a position as they stand at `now`. */
  rowsAfter(after: Position | null, limit: number, now: Instant): Row[]
  changesAfter(after: Position | null, limit: number, now: Instant): FeedRow[]
  /** How many changes there were up to an instant, itself included. */
  countUntil(now: Instant): number
}

export function createTimeline<Row>(): Timeline<Row> {
  const versions: Version<Row>[] = []

  function standing(after: Position | null, limit: number, now: Instant): Version<Row>[] {
    const found: Version<Row>[] = []
    for (let index = after ? indexAfter(versions, after) : 0; found.length < limit; index += 1) {
      const version = versions[index]
      if (!version || version.at > now) break
      if (version.until === null || version.until > now) found.push(version)
    }
    return found
  }

  return {
    add(more) {
      for (const version of more) versions.push(version)
      versions.sort(comparePositions)
    },
    rowsAfter: (after, limit, now) => standing(after, limit, now).map((version) => version.toRow()),
    changesAfter: (after, limit, now) =>
      standing(after, limit, now).map((version) => ({
        at: version.at,
        id: version.id,
        json: JSON.stringify(version.toRow()),
      })),
    countUntil: (now) => indexPast(versions, now),
  }
}
