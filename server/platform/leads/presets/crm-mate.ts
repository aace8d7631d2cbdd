import type { Recipe } from './recipe.ts'

/**
 * CRMMate, the web-master's list, under several names. Rows have neither a country nor a source. Its clock is Kyiv's.
 */
export const crmMate: Recipe = {
  title: 'CRMMate',
  url: 'https://crm.example.org',
  required: ['token', 'mapping.constants.geo', 'mapping.constants.sourceNumber', 'mapping.constants.advertiserId'],
  optional: ['mapping.dates.zone', 'mapping.headers.user-agent'],
  notes: [
    'One connector for each geo and source, each with a token of its own.',
    'Hosts that answer 403 let browsers in only: set the header user-agent.',
    'Its own example sends the dates in the body of a GET; look whether the first rows are those of the days that were asked for.',
  ],
  mapping: {
    method: 'GET',
    path: '/api/web-master/leads',
    headers: { authorization: 'Bearer {token}' },
    query: { date_start: '{from}', date_end: '{to}', page: '{page}', per_page: '{size}' },
    dates: { format: 'datetime', asked: 'date', zone: 'Europe/Kyiv' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    // `total_pages` is not reliable.
    pages: { style: 'page', first: 1, size: 100 },
    rows: 'data.data',
    lead: { id: 'id', createdAt: 'date', email: 'email', status: ['status.name', 'status'] },
    constants: {},
    deposits: {
      rule: 'flag',
      field: 'is_action',
      fields: { id: 'id', leadId: 'id', createdAt: 'action_time', email: 'email' },
    },
  },
}
