import type { LeadColumn } from '#domain/leads/columns.ts'

/** The titles of the columns. */
export const COLUMN_WORDS: Readonly<Record<LeadColumn, string>> = {
  created: 'Created',
  lead: 'Lead',
  geo: 'Geo',
  source: 'Source',
  broker: 'Broker',
  status: 'Status',
  cap: 'Cap',
  deposit: 'Deposit',
  system: 'System',
}
