import type { Recipe } from './recipe.ts'

/** IREV, affiliate API v2. The id of the FTD goal is the account's own: `mapping.deposits.goal` must name it. */
export const irev: Recipe = {
  title: 'IREV',
  url: 'https://leads.example.org',
  required: ['token', 'mapping.deposits.goal'],
  optional: ['mapping.lead.sourceNumber'],
  notes: ['The id of the FTD goal is the account’s own.'],
  mapping: {
    method: 'GET',
    path: '/api/affiliates/v2/leads',
    headers: { authorization: '{token}' },
    query: { created_from: '{from}', created_to: '{to}', page: '{page}', per_page: '{size}' },
    body: null,
    dates: { format: 'iso', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'page', first: 1, size: 100, lastPage: null },
    rows: '',
    lead: {
      id: ['leadUuid', 'uuid'],
      createdAt: 'createdAt',
      geo: 'country',
      sourceNumber: 'aff_sub',
      advertiserId: 'advertiserUuid',
      advertiserName: 'advertiserName',
      email: 'email',
      status: 'saleStatus',
      isTest: 'isTest',
    },
    constants: {},
    deposits: {
      rule: 'goal',
      field: 'goalTypeUuid',
      fields: { id: 'uuid', leadId: 'leadUuid', createdAt: 'createdAt', email: 'email' },
    },
    softError: null,
    rateLimit: { calls: 100, minutes: 60 },
  },
}
