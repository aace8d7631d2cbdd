/** The sections of the Control Center, by their names in the address. A tab has one or several. */
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

/** The section of an address; the first one if the address names no known section. */
export function sectionOf(named: unknown): SectionName {
  return SECTIONS.find((name) => name === named) ?? SECTIONS[0]
}
