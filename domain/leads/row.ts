import type { Cents } from '#domain/kernel/cents.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'

/** What the tracker of a lead's traffic noted: the click it came of, and what the affiliate sent along with it. */
export const TRACKING_FIELDS = ['clickId', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const

export type Tracking = Partial<Record<(typeof TRACKING_FIELDS)[number], string>>

/** A lead as the sync stores it. `id` is unique within its connector. */
export interface LeadRow {
  test: false
  id: string
  createdAt: Instant
  geo: string
  geoKey: GeoKey
  sourceNumber: SourceNumber
  sourceName: string | null
  advertiserId: string
  advertiserName: string | null
  email: string | null
  emailKey: string | null
  /** As sent ("No Answer"); compared through `foldStatus`. */
  status: string | null
  /** Null: nothing was noted. */
  tracking: Tracking | null
  updatedAt: Instant | null
}

/** A lead that its feed calls a test: never stored, and removed where it was stored before it was called one. */
export interface TestLead {
  test: true
  id: string
  createdAt: Instant | null
  updatedAt: Instant | null
}

export type LeadChange = LeadRow | TestLead

/** A deposit. What it does not name itself (`null`) is its lead's. */
export interface DepositRow {
  id: string
  leadId: string | null
  email: string | null
  emailKey: string | null
  /** Null where the feed names none: the instant of first sight stands in, marked as estimated. */
  createdAt: Instant | null
  geo: string | null
  geoKey: GeoKey | null
  sourceNumber: SourceNumber | null
  advertiserId: string | null
  /** Null: not reported, which is not 0. */
  payout: Cents | null
  updatedAt: Instant | null
}

/**
 * What became of one row of a feed: a value, or why it cannot be used. `position` is its place in the page, from 0,
 * where that is not its place among the readings.
 */
export type RowReading<T> = { ok: true; row: T } | { ok: false; reason: string; position?: number }
