import type { Cap } from '#domain/caps/cap.ts'
import type { LeadFilter } from '#domain/leads/search.ts'

/** What the page of leads is narrowed to for the leads of a cap. */
export function leadsOf({ geo, advertiserId, sourceNumber, date }: Cap): LeadFilter {
  return { geo, sourceNumber, ...(advertiserId !== null && { advertiserId }), from: date, to: date }
}
