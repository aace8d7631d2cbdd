import type { Recipe } from './recipe.ts'

/** Hypernet. Its rows have no advertiser: `mapping.constants.advertiserId` must name it. */
export const hypernet: Recipe = {
  title: 'Hypernet',
  url: 'https://hypernet.example.org',
  required: ['token', 'mapping.constants.advertiserId'],
  optional: ['mapping.lead.sourceNumber'],
  notes: ['Its rows name no advertiser.'],
  mapping: {
    method: 'GET',
    path: '/api/external/integration/lead',
    headers: { 'x-api-key': '{token}' },
    query: { from: '{from}', to: '{to}', skip: '{skip}', take: '{size}' },
    body: null,
    dates: { format: 'iso', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'skip', size: 500 },
    rows: 'rows',
    lead: {
      id: 'id',
      createdAt: ['createdAt', 'registration.createdAt'],
      geo: 'geo',
      sourceNumber: 'subId',
      email: ['profile.email', 'email'],
      // The broker's status; `registration.status` only groups it.
      status: ['registration.rawStatus', 'registration.status'],
    },
    constants: {},
    deposits: {
      rule: 'flag',
      field: 'isDeposited',
      fields: { id: 'id', leadId: 'id', createdAt: 'depositedAt', email: ['profile.email', 'email'] },
    },
    softError: null,
    rateLimit: null,
  },
}
