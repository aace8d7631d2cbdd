/** Sort orders of the deals of a report. */
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

/** Sort orders of the rows of out-of-deal deposits. */
export const EXTRA_ORDERS = ['date', 'geo', 'source', 'broker', 'deposits', 'payout'] as const

export type ExtraOrder = (typeof EXTRA_ORDERS)[number]
