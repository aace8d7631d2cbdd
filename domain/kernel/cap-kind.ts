export const CAP_KINDS = ['broker', 'affiliate'] as const

/** Sold to an advertiser (`broker`), or bought from a source (`affiliate`). */
export type CapKind = (typeof CAP_KINDS)[number]
