import { LEAD_COLUMNS, type LeadColumn } from '#domain/leads/columns.ts'
import { FATE_FILTERS, isLongEnough, type LeadFilter } from '#domain/leads/search.ts'
import { readDay, readOneOf, readWord, readYes, searchReader } from '../read-search.ts'

/** What the address says of the leads. */
export interface LeadSearch extends LeadFilter {
  sort?: LeadColumn | undefined
  descending?: boolean | undefined
  /** The lead whose story is open, and the system that it is of. */
  lead?: string | undefined
  of?: string | undefined
}

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
  sort: readOneOf(LEAD_COLUMNS),
  descending: readYes,
  lead: readWord,
  of: readWord,
})

/** What of it narrows the list. */
export function filtersOf({ sort: _, descending: __, lead: ___, of: ____, ...filter }: LeadSearch): LeadFilter {
  return filter
}

/** What is asked for: a text that is still too short narrows nothing. */
export function filterOf(asked: LeadSearch): LeadFilter {
  const { search, ...rest } = filtersOf(asked)
  return { ...rest, ...(search !== undefined && isLongEnough(search) && { search }) }
}
