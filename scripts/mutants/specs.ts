/** What in a browser shows a feature of the web: the beginnings of the names of its tests in `e2e`. */
const SPECS: Readonly<Record<string, readonly string[]>> = {
  analytics: ['analytics', 'leads-behind'],
  'api-keys': ['api-keys'],
  auth: ['login', 'passkeys'],
  board: ['board', 'filters', 'full-day', 'keyboard', 'room'],
  broadcasts: ['broadcast'],
  'cap-text': ['cap-text', 'cap-by-message'],
  caps: ['cap-form', 'in-place', 'copy-day', 'undo-history', 'room'],
  closings: ['payout-weeks'],
  feeds: ['lead-feeds', 'feed-setup', 'sync-results'],
  leads: ['leads', 'statuses'],
  limits: ['limits', 'analytics'],
  logs: ['logs'],
  partners: ['advertisers', 'publishers'],
  pauses: ['pauses'],
  payouts: ['payout'],
  plans: ['plans', 'plan-tomorrow'],
  settings: ['settings', 'setup'],
  sheet: ['sheet', 'paste', 'bulk', 'table-left'],
  statements: ['payout'],
  suggestions: ['suggestions'],
  team: ['team'],
  uploads: ['lead-files'],
  webhooks: ['webhooks'],
  why: ['why'],
}

/** As Playwright takes them; none for what no browser is asked about. */
export function listSpecs(path: string): string[] {
  const feature = /^web\/features\/(?<feature>[^/]+)\//.exec(path)?.groups?.['feature'] ?? ''
  return (SPECS[feature] ?? []).map((name) => `e2e/${name}`)
}
