import type { Recipe } from './recipe.ts'

/** EliteCRM: all leads of a span of days at once. `status` is a number of the account; `sales_status` is the text. */
export const eliteCrm: Recipe = {
  title: 'EliteCRM',
  url: 'https://crm.example.org',
  required: ['token', 'mapping.constants.sourceNumber', 'mapping.constants.advertiserId'],
  optional: ['mapping.lead.sourceNumber', 'mapping.lead.createdAt', 'mapping.dates.zone'],
  notes: [
    'No public client shows where its rows have the date of registration: look at the first rows.',
    'No field of a row holds the source, as far as public clients show.',
    'A deposit without ftd_date is marked as estimated.',
  ],
  mapping: {
    method: 'GET',
    path: '/api/leads',
    headers: { 'api-key': '{token}' },
    query: { fromDate: '{from}', toDate: '{to}' },
    // A request ends on the next day, which the answer leaves out.
    dates: { format: 'datetime', asked: 'MM/DD/YY', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'none' },
    rows: 'data',
    lead: {
      id: 'id',
      createdAt: ['created_at', 'registration_date', 'signup_date', 'date'],
      geo: 'country_code',
      email: 'email',
      status: 'sales_status',
    },
    constants: {},
    deposits: {
      rule: 'flag',
      field: 'is_ftd',
      fields: { id: 'id', leadId: 'id', createdAt: 'ftd_date', email: 'email' },
    },
  },
}
