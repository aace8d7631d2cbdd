/** What the deals of a report can be sorted by. */
export const DEAL_ORDERS = [
  'date',
  'geo',
  'source',
  'broker',
  'terms',
  'cap',
  'valid',
  'invalid',
  'outside',
  'paused',
  'capped',
  'deposits',
  'rate',
  'cpa',
  'top-up',
  'extras',
  'margin',
  'total',
] as const

export type DealOrder = (typeof DEAL_ORDERS)[number]

/** What the rows of out-of-deal deposits can be sorted by. */
export const EXTRA_ORDERS = ['date', 'geo', 'source', 'broker', 'deposits', 'payout'] as const

export type ExtraOrder = (typeof EXTRA_ORDERS)[number]
