export const logTexts = {
  loading: 'Loading logs…',
  none: 'No log entries recorded yet.',
  noneFound: 'No log entry matches these filters.',
  searched: (most: string) =>
    `A search covers the newest ${most} entries that match the other filters. For older entries, choose an earlier end time.`,
  instant: 'This must be a time such as 2026-11-21T10:00:00Z.',
  before: 'This must be the id of a log entry.',
} as const
