import type { Instant } from '#domain/kernel/instant.ts'
import type { DepositRow, LeadChange, RowReading } from '#domain/leads/row.ts'
import type { Reach } from '#domain/leads/window.ts'
import type { LeadApiFailure } from './failure.ts'

export type FeedKind = 'leads' | 'deposits'

/** Where to begin: the first page since an instant, or a later page. */
export interface ReadFrom {
  /** Inclusive; null means everything. A source that is requested by registration date takes it as that date. */
  updatedSince: Instant | null
  /** The end of the request, if the source supports it; else now. */
  until?: Instant
  /** Valid only for this same request. */
  cursor: string | null
  knownEtag: string | null
  /** Aborted when a waiting person must hear of a failure; null if nobody waits. */
  hurry?: AbortSignal | null
}

/** One parsed page. A source with leads and deposits in one list fills both. */
export interface SourcePage {
  /** Rows as received: one may be a lead with its deposit, or neither. */
  rows: number
  leads: RowReading<LeadChange>[]
  deposits: RowReading<DepositRow>[]
  /** Leads that have no deposit according to the source. */
  withoutDeposit: string[]
  /** The share of the request that has come with this page, 0 to 1; null if unknown. */
  progress: number | null
  /** Null if this is the last page. */
  nextCursor: string | null
  etag: string | null
}

export type PageResult =
  | { kind: 'page'; page: SourcePage }
  /** Nothing changed since `knownEtag`. */
  | { kind: 'unchanged' }
  /** The source allows no further call until then. Ends the reading. */
  | { kind: 'paused'; until: Instant }
  /** Ends the reading. */
  | { kind: 'failed'; failure: LeadApiFailure }

/** A system that leads come from. The engine knows no vendor: it only reads pages. */
export interface Connector {
  /** A part of every row's key, so it must not change as long as the rows exist. */
  readonly name: string
  readonly preset: string
  /** Its host, for people: without paths and secrets. */
  readonly host: string
  readonly reach: Reach
  /** In reading order. */
  readonly feeds: readonly FeedKind[]
  /** Holds one page at a time. Never throws. */
  readPages(feed: FeedKind, from: ReadFrom, signal: AbortSignal): AsyncGenerator<PageResult, void, void>
}
