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

export const SECTION_LABELS: Readonly<Record<SectionName, string>> = {
  bot: 'Telegram bot',
  days: 'Day and alerts',
  terms: 'Payout terms',
  statuses: 'Lead statuses',
  feeds: 'Lead feeds',
  uploads: 'Lead files',
  advertisers: 'Advertisers',
  publishers: 'Publishers',
  'cap-text': 'Caps from messages',
  team: 'Team',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
}

/** The section of an address; the first one if the address names no known section. */
export function sectionOf(named: unknown): SectionName {
  return SECTIONS.find((name) => name === named) ?? SECTIONS[0]
}
