export const logTexts = {
  loading: 'Loading logs…',
  none: 'No log entries recorded yet.',
  noneFound: 'No log entry fits these filters.',
  searched: (most: string) =>
    `A search looks through the newest ${most} entries that fit the other filters. For older ones, pick a time that ends earlier.`,
  instant: 'This must be an instant such as 2026-11-21T10:00:00Z.',
  before: 'This must be the id of a log entry.',
} as const
