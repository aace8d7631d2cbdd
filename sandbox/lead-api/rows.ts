/** A lead as the generic contract sends it. */
export interface LeadRow {
  id: string
  /** Instants are ISO 8601 with an offset. */
  createdAt: string
  updatedAt?: string
  geo: string
  sourceNumber: string
  sourceName?: string
  advertiserId: string
  advertiserName?: string
  email?: string
  status?: string
  clickId?: string
  sub1?: string
  isTest?: boolean
}

/** A deposit as the generic contract sends it; what it does not name is its lead's. */
export interface DepositRow {
  id: string
  createdAt: string
  updatedAt?: string
  leadId?: string
  email?: string
  geo?: string
  sourceNumber?: string
  advertiserId?: string
  /** Dollars; absent or null is: not reported. */
  payout?: number | null
}

export interface FeedRows {
  leads: LeadRow
  deposits: DepositRow
}

export type Feed = keyof FeedRows

export const FEEDS = ['leads', 'deposits'] as const satisfies readonly Feed[]
