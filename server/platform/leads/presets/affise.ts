import type { Recipe } from './recipe.ts'

/**
 * Affise, the report of conversions. Leads have the goal without a name. Deposits have the goal in
 * `mapping.deposits.goal`, by its name or value. Both have the id of the click.
 */
export const affise: Recipe = {
  title: 'Affise',
  url: 'https://api-company.affise.com',
  required: ['token', 'mapping.deposits.goal'],
  optional: ['mapping.dates.zone', 'mapping.constants.advertiserId', 'mapping.lead.sourceNumber'],
  notes: [
    'Use the key of an admin: the report of an affiliate lacks fields.',
    'Dates are those of the account’s zone.',
    'Conversions of other goals are left out. If leads have a named goal, add its name to mapping.deposits.leads.values.',
  ],
  mapping: {
    method: 'GET',
    path: '/3.0/stats/conversions',
    headers: { 'api-key': '{token}' },
    query: { date_from: '{from}', date_to: '{to}', page: '{page}', limit: '{size}' },
    dates: { format: 'datetime', asked: 'date', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'page', first: 1, size: 500, total: 'pagination.total_count' },
    rows: 'conversions',
    lead: {
      id: ['action_id', 'clickid'],
      createdAt: 'created_at',
      geo: ['country', 'country_name'],
      sourceNumber: ['partner.id', 'partner_id'],
      advertiserId: ['advertiser.id', 'supplier_id'],
      advertiserName: 'advertiser.title',
      status: 'status',
      clickId: 'clickid',
      sub1: 'sub1',
      sub2: 'sub2',
      sub3: 'sub3',
      sub4: 'sub4',
      sub5: 'sub5',
    },
    constants: {},
    deposits: {
      rule: 'goal',
      field: ['goal', 'goal_value'],
      leads: { field: 'goal', values: [''] },
      only: { field: 'status', not: ['declined', 'not_found', 'trash'] },
      fields: {
        id: 'id',
        leadId: ['action_id', 'clickid'],
        createdAt: 'created_at',
        geo: ['country', 'country_name'],
        sourceNumber: ['partner.id', 'partner_id'],
        advertiserId: ['advertiser.id', 'supplier_id'],
      },
    },
    softError: { field: 'status', not: [1], message: ['message', 'error'] },
  },
}
