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

/** The section that an address names: the first where it names none that there is. */
export function sectionOf(named: unknown): SectionName {
  return SECTIONS.find((name) => name === named) ?? SECTIONS[0]
}
