import type { Recipe } from './recipe.ts'

/**
 * The CRM with the list `/api/v2/leads` and `leadRequestIDEncoded` (Enigma and similar ones). `signupDate` is the day
 * of registration, never that of the deposit. A deposit without its own date is marked as estimated.
 */
export const enigma: Recipe = {
  title: 'Enigma',
  url: 'https://api.example.org',
  required: ['token', 'mapping.constants.advertiserId'],
  optional: ['mapping.lead.sourceNumber', 'mapping.dates.zone'],
  notes: [
    'It lets in known addresses only: have the address of this server allowed.',
    'The source is custom1; where something else was sent as custom1, name another field.',
    'Its leads have no deposit date, so deposit dates are marked as estimated. Hosts with a list of conversions have the date (docs/lead-api.md).',
  ],
  mapping: {
    method: 'GET',
    path: '/api/v2/leads',
    headers: { 'api-key': '{token}' },
    query: { fromDate: '{from}', toDate: '{to}', itemsPerPage: '{size}', page: '{page}' },
    dates: { format: 'datetime', zone: 'UTC' },
    // One client never got more than 85 days.
    windows: { by: 'registration', sliceDays: 7, historyDays: 84, toPlusDays: 1 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'page', first: 1, size: 1_000 },
    rows: 'items',
    lead: {
      id: 'leadRequestIDEncoded',
      createdAt: 'signupDate',
      geo: 'countryCode',
      sourceNumber: 'custom1',
      status: 'saleStatus',
      sub1: 'custom1',
      sub2: 'custom2',
      sub3: 'custom3',
    },
    constants: {},
    deposits: {
      rule: 'flag',
      field: 'hasFTD',
      fields: { id: 'leadRequestIDEncoded', leadId: 'leadRequestIDEncoded', createdAt: 'FTDdate' },
    },
  },
}
