import { readOneOf, searchReader } from '../read-search.ts'

/** The parts of the Control Center, as they stand in its address; its tabs have one or several of them. */
export const SECTIONS = [
  'bot',
  'days',
  'terms',
  'statuses',
  'feeds',
  'uploads',
  'advertisers',
  'publishers',
  'cap-text',
  'team',
  'api-keys',
  'webhooks',
] as const

export type SectionName = (typeof SECTIONS)[number]

/** What the address says of the Control Center. The first section is left out of it. */
export interface AdminSearch {
  section?: SectionName | undefined
}

export const readAdminSearch = searchReader<AdminSearch>({ section: readOneOf(SECTIONS.slice(1)) })
