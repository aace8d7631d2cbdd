import { FATE_FILTERS, isLongEnough, type LeadFilter } from '#domain/leads/search.ts'
import { readDay, readOneOf, readWord, readYes, searchReader } from '../read-search.ts'

/** What the address says of the leads. */
export type LeadSearch = LeadFilter

export const readLeadSearch = searchReader<LeadSearch>({
  search: readWord,
  geo: readWord,
  sourceNumber: readWord,
  advertiserId: readWord,
  status: readWord,
  connector: readWord,
  from: readDay,
  to: readDay,
  unplanned: readYes,
  fate: readOneOf(FATE_FILTERS),
  deposited: readYes,
  paidFrom: readDay,
  paidTo: readDay,
})

/** What is asked for: a text that is still too short narrows nothing. */
export function filterOf({ search, ...rest }: LeadSearch): LeadFilter {
  return { ...rest, ...(search !== undefined && isLongEnough(search) && { search }) }
}
