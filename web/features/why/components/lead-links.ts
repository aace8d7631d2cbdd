import type { Cap } from '#domain/caps/cap.ts'
import type { LeadFilter } from '#domain/leads/search.ts'

/** The filter of the leads page for the leads of a cap. */
export function leadsOf({ geo, advertiserId, sourceNumber, date }: Cap): LeadFilter {
  return { geo, sourceNumber, ...(advertiserId !== null && { advertiserId }), from: date, to: date }
}
