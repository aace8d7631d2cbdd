import type { HelpTopic } from '#contract/texts/help.ts'
import { readAdminSearch, SECTIONS } from '../admin/search.ts'

const TOPICS: Partial<Record<string, HelpTopic>> = {
  payouts: 'payouts',
  analytics: 'analytics',
  leads: 'leads',
  messages: 'messages',
  logs: 'logs',
  day: 'day',
}

/** Which help belongs to an address. */
export function helpTopicOf(pathname: string, search: Record<string, unknown>): HelpTopic {
  const [, first = ''] = pathname.split('/')
  if (first === 'admin') return readAdminSearch(search).section ?? SECTIONS[0]
  return TOPICS[first] ?? 'board'
}
