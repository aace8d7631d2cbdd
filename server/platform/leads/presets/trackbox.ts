import type { Recipe } from './recipe.ts'

/** TrackBox. Its rows have no advertiser: `mapping.constants.advertiserId` must name it. */
export const trackbox: Recipe = {
  title: 'TrackBox',
  url: 'https://box.example.org',
  required: ['token', 'username', 'password', 'mapping.constants.advertiserId'],
  optional: ['mapping.lead.sourceNumber', 'mapping.dates.zone'],
  notes: ['Its rows name no advertiser.', 'Dates are read as UTC unless the zone of the account is given.'],
  mapping: {
    method: 'POST',
    path: '/api/pull/customers',
    headers: { 'x-trackbox-username': '{username}', 'x-trackbox-password': '{password}', 'x-api-key': '{token}' },
    query: {},
    body: { from: '{from}', to: '{to}', type: 3, page: '{page}' },
    dates: { format: 'datetime', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'page', first: 1, size: 100, lastPage: 'meta.lastPage' },
    rows: 'data',
    lead: {
      id: ['customerData.id', 'customerData.uniqueid'],
      createdAt: 'customerData.created',
      geo: ['customerData.country', 'tracking.country'],
      sourceNumber: 'tracking.MPC_1',
      email: 'customerData.email',
      status: 'customerData.call_status',
    },
    constants: {},
    deposits: {
      rule: 'flag',
      field: 'customerData.depositor',
      fields: {
        id: ['customerData.id', 'customerData.uniqueid'],
        leadId: ['customerData.id', 'customerData.uniqueid'],
        createdAt: 'customerData.first_depositDate',
        email: 'customerData.email',
      },
    },
    softError: { field: 'status', values: [false, 'false', 0], message: ['message', 'data'] },
    rateLimit: null,
  },
}
