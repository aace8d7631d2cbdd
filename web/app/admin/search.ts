import { readOneOf, searchReader } from '../read-search.ts'

/** The parts of the Control Center, as they stand in its address. */
export const SECTIONS = [
  'bot',
  'team',
  'advertisers',
  'publishers',
  'feeds',
  'uploads',
  'statuses',
  'cap-text',
  'api-keys',
  'webhooks',
] as const

export type SectionName = (typeof SECTIONS)[number]

/** What the address says of the Control Center. The first section is left out of it. */
export interface AdminSearch {
  section?: SectionName | undefined
}

export const readAdminSearch = searchReader<AdminSearch>({ section: readOneOf(SECTIONS.slice(1)) })
