import type { Instant } from '#domain/kernel/instant.ts'
import type { DepositRow, LeadChange, RowReading } from '#domain/leads/row.ts'
import type { Reach } from '#domain/leads/window.ts'
import type { LeadApiFailure } from './failure.ts'

export type FeedKind = 'leads' | 'deposits'

/** Where to begin: the first page of everything since, or a later page of it. */
export interface ReadFrom {
  /** Inclusive; null: everything. A source that is asked by registration date takes it as that. */
  updatedSince: Instant | null
  /** The end of what is asked for, where the source can be asked so; else now. */
  until?: Instant
  /** Belongs to this very question. */
  cursor: string | null
  knownEtag: string | null
  /** Aborted when whoever waits for the run must hear of a failure; null: nobody waits. */
  hurry?: AbortSignal | null
}

/** One page, parsed. A source that gives leads and deposits in one list fills both. */
export interface SourcePage {
  /** As they came: one may be a lead and its deposit, or neither. */
  rows: number
  leads: RowReading<LeadChange>[]
  deposits: RowReading<DepositRow>[]
  /** Leads of which the source says that they have no deposit. */
  withoutDeposit: string[]
  /** How much of what was asked for has come with this page, 0 to 1; null where nobody can know. */
  progress: number | null
  /** Null: there is no further page. */
  nextCursor: string | null
  etag: string | null
}

export type PageResult =
  | { kind: 'page'; page: SourcePage }
  /** The source says that nothing changed since `knownEtag`. */
  | { kind: 'unchanged' }
  /** The source allows no further call until then. The last thing that comes. */
  | { kind: 'paused'; until: Instant }
  /** The last thing that comes. */
  | { kind: 'failed'; failure: LeadApiFailure }

/** One system that leads come from. The engine knows no vendor: it reads pages. */
export interface Connector {
  /** Part of every row's key: must stay the same as long as the rows do. */
  readonly name: string
  readonly preset: string
  /** Where it is asked, for people: without paths and secrets. */
  readonly host: string
  readonly reach: Reach
  /** In the order in which they are to be read. */
  readonly feeds: readonly FeedKind[]
  /** Holds one page at a time; never throws. */
  readPages(feed: FeedKind, from: ReadFrom, signal: AbortSignal): AsyncGenerator<PageResult, void, void>
}
