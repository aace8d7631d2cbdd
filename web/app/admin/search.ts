/** The parts of the Control Center, as they stand in its address. */
export const SECTIONS = ['bot', 'team', 'advertisers', 'publishers', 'feeds', 'statuses'] as const

export type SectionName = (typeof SECTIONS)[number]

/** What the address says of the Control Center. The first section is left out of it. */
export interface AdminSearch {
  section?: SectionName
}

export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const section = SECTIONS.find((known) => known === raw['section'] && known !== SECTIONS[0])
  return section ? { section } : {}
}
