import type { Recipe } from './recipe.ts'

/**
 * The CRM with the list `/api/v3/get-leads`, under many names (ELNOPY, Galassia, FusionCRM). A row has no country, no
 * e-mail and no day of its deposit, so the deposit is marked as estimated.
 */
export const getLeads: Recipe = {
  title: 'get-leads v3 (ELNOPY, Galassia, FusionCRM)',
  url: 'https://tracking.example.org',
  required: ['token', 'mapping.constants.geo', 'mapping.constants.advertiserId'],
  optional: [
    'mapping.query.link_id',
    'mapping.constants.sourceNumber',
    'mapping.lead.sourceNumber',
    'mapping.dates.zone',
  ],
  notes: [
    'One connector for each geo: set link_id to the link of that geo.',
    'The source is the field “source”; where it is empty, the source that is given for all of them.',
    'Deposits have no date: the time at which each was first seen is used, marked as estimated.',
  ],
  mapping: {
    method: 'GET',
    path: '/api/v3/get-leads',
    headers: {},
    query: { api_token: '{token}', from: '{from}', to: '{to}', limit: '{size}', page: '{page}' },
    dates: { format: 'datetime', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400, toPlusDays: 1 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'page', first: 1, size: 500 },
    rows: 'data',
    lead: {
      id: 'id',
      createdAt: ['registration_date', 'created_at'],
      sourceNumber: 'source',
      status: 'status',
    },
    constants: {},
    deposits: { rule: 'flag', field: 'acq', fields: { id: 'id', leadId: 'id' } },
  },
}
