import type { Day } from '#domain/kernel/day.ts'
import { foldEmail } from '#domain/kernel/identity.ts'

/** `planned`: the lead has a broker cap, so it has one of the fates. `unplanned`: it has none. */
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

/** Conditions that a lead must meet. A missing condition is ignored. */
export interface LeadFilter {
  /** A lead's id, or the beginning of its e-mail. */
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
  /** Only leads without a cap of either kind. */
  unplanned?: boolean | undefined
  /** The fate of a lead under its broker cap. */
  fate?: FateFilter | undefined
  /** Only leads with a deposit. */
  deposited?: boolean | undefined
  /**
   * Only leads with a deposit on these local days, both included. Geo, source and advertiser are then those under which
   * the deposit counts.
   */
  paidFrom?: Day | undefined
  paidTo?: Day | undefined
}

/** A shorter beginning of an e-mail would match too many. */
export const SHORTEST_SEARCH = 3

export function isLongEnough(search: string): boolean {
  return (foldEmail(search)?.length ?? 0) >= SHORTEST_SEARCH
}
