import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { LeadChange, LeadRow, RowReading, TestLead } from './row.ts'

interface Version {
  id: string
  createdAt: Instant | null
  updatedAt: Instant | null
}

export interface BadRow {
  /** From 0, within its page. */
  position: number
  reason: string
}

/** A page that is ready to be stored. */
export interface SettledPage<T> {
  /** One row per id, ordered by id, so that two writers lock rows in the same order. */
  rows: T[]
  bad: BadRow[]
  /** Rows of the page, bad ones included. */
  total: number
}

/**
 * Whether a row is an older version than the known one: pages may come repeated or out of order. If a feed has no
 * `updatedAt`, the order of its rows counts.
 */
export function isStale(incoming: Version, known: Version): boolean {
  if (known.updatedAt === null) return false
  const version = incoming.updatedAt ?? incoming.createdAt
  return version !== null && version < known.updatedAt
}

/** Removes the bad rows of a page, and keeps the newest of several versions of one row. */
export function settlePage<T extends Version>(readings: readonly RowReading<T>[]): SettledPage<T> {
  const newest = new Map<string, T>()
  const bad: BadRow[] = []
  for (const [position, reading] of readings.entries()) {
    if (!reading.ok) {
      bad.push({ position: reading.position ?? position, reason: reading.reason })
      continue
    }
    const known = newest.get(reading.row.id)
    if (!known || !isStale(reading.row, known)) newest.set(reading.row.id, reading.row)
  }
  const rows = [...newest.values()].toSorted((a, b) => compareCodePoints(a.id, b.id))
  return { rows, bad, total: readings.length }
}

/** The newest version among rows, which is how far the feed's changes have come; null if no row has one. */
export function latestVersion(rows: readonly Version[]): Instant | null {
  let latest: Instant | null = null
  for (const row of rows) {
    const version = row.updatedAt ?? row.createdAt
    if (version !== null && (latest === null || version > latest)) latest = version
  }
  return latest
}

export function separateTests(changes: readonly LeadChange[]): { leads: LeadRow[]; tests: TestLead[] } {
  const leads: LeadRow[] = []
  const tests: TestLead[] = []
  for (const change of changes) {
    if (change.test) tests.push(change)
    else leads.push(change)
  }
  return { leads, tests }
}
