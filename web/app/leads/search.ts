import { parseDay } from '#domain/kernel/day.ts'
import { FATE_FILTERS, SHORTEST_SEARCH, type LeadFilter } from '#domain/leads/search.ts'
import { readWord } from '../read-word.ts'

/** What the address says of the leads. */
export type LeadSearch = LeadFilter

const WORDS = ['search', 'geo', 'sourceNumber', 'advertiserId', 'status', 'connector'] as const

export function readLeadSearch(raw: Record<string, unknown>): LeadSearch {
  return {
    ...Object.fromEntries(WORDS.flatMap((name) => readWord(name, raw[name]))),
    ...Object.fromEntries((['from', 'to', 'paidFrom', 'paidTo'] as const).flatMap((name) => readDay(name, raw[name]))),
    ...readFate(raw['fate']),
    ...(raw['unplanned'] === true && { unplanned: true }),
    ...(raw['deposited'] === true && { deposited: true }),
  }
}

/** What is asked for: a text that is still too short narrows nothing. */
export function filterOf({ search, ...rest }: LeadSearch): LeadFilter {
  return { ...rest, ...(search !== undefined && search.trim().length >= SHORTEST_SEARCH && { search }) }
}

function readFate(value: unknown): Pick<LeadSearch, 'fate'> {
  const fate = FATE_FILTERS.find((each) => each === value)
  return fate ? { fate } : {}
}

function readDay(name: string, value: unknown): [string, string][] {
  const day = typeof value === 'string' ? parseDay(value) : null
  return day ? [[name, day]] : []
}
