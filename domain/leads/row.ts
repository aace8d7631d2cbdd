import type { Cents } from '#domain/kernel/cents.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'

/** The tracker's notes on a lead: its click, and the values that the affiliate sent along. */
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
  /** Null if there are no notes. */
  tracking: Tracking | null
  updatedAt: Instant | null
}

/** A lead that its feed marks as a test. It is never stored, and removed if it was stored before it was marked. */
export interface TestLead {
  test: true
  id: string
  createdAt: Instant | null
  updatedAt: Instant | null
}

export type LeadChange = LeadRow | TestLead

/** A deposit. A field that is null comes from its lead. */
export interface DepositRow {
  id: string
  leadId: string | null
  email: string | null
  emailKey: string | null
  /** Null if the feed has no date. The time of first sight is used then, marked as estimated. */
  createdAt: Instant | null
  /** The end of its day, where no more than the day is known: a lead of that day is not younger. */
  createdBefore: Instant | null
  geo: string | null
  geoKey: GeoKey | null
  sourceNumber: SourceNumber | null
  advertiserId: string | null
  /** Null means not reported, which is not 0. */
  payout: Cents | null
  updatedAt: Instant | null
}

/**
 * The reading of one row of a feed: a value, or the reason that it cannot be used. `position` is its place in the page,
 * from 0, if that is not its place among the readings.
 */
export type RowReading<T> = { ok: true; row: T } | { ok: false; reason: string; position?: number }
