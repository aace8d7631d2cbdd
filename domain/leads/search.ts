import type { Day } from '#domain/kernel/day.ts'
import { foldEmail } from '#domain/kernel/identity.ts'

/** `planned`: a broker cap plans it, and so it has one of the fates; `unplanned`: none does. */
export const FATE_FILTERS = [
  'planned',
  'unplanned',
  'valid',
  'invalid',
  'outsideWorkingHours',
  'paused',
  'capped',
] as const

export type FateFilter = (typeof FATE_FILTERS)[number]

/** Which leads are looked for; what is left out narrows nothing. */
export interface LeadFilter {
  /** A lead's id, or how its e-mail begins. */
  search?: string | undefined
  geo?: string | undefined
  sourceNumber?: string | undefined
  advertiserId?: string | undefined
  /** In any spelling. */
  status?: string | undefined
  connector?: string | undefined
  /** Local days, both included. */
  from?: Day | undefined
  to?: Day | undefined
  /** Only leads that no cap of either kind plans. */
  unplanned?: boolean | undefined
  /** What becomes of a lead under the broker cap that plans it. */
  fate?: FateFilter | undefined
  /** Only leads with a deposit. */
  deposited?: boolean | undefined
  /**
   * Only leads with a deposit on these local days, both included; geo, source and advertiser are then those under which
   * the deposit counts.
   */
  paidFrom?: Day | undefined
  paidTo?: Day | undefined
}

/** E-mails that begin with less would be too many to look through. */
export const SHORTEST_SEARCH = 3

export function isLongEnough(search: string): boolean {
  return (foldEmail(search)?.length ?? 0) >= SHORTEST_SEARCH
}
