import type { Recipe } from './recipe.ts'

/**
 * Keitaro, the log of conversions. A lead is a click (`sub_id`) that converted. `postback_datetime` changes with each
 * further postback; the click’s own date does not.
 */
export const keitaro: Recipe = {
  title: 'Keitaro',
  url: 'https://tracker.example.org',
  required: ['token'],
  optional: ['mapping.dates.zone', 'mapping.lead.sourceNumber', 'mapping.body.columns', 'mapping.lead.advertiserId'],
  notes: [
    'The source is sub_id_1; sub_id_2 to sub_id_5 are at hand too. Keitaro returns only the requested columns: to use another field, add it to mapping.body.columns.',
    'A lead counts on the day of its click.',
    'Deposits are conversions of the status sale or deposit.',
  ],
  mapping: {
    method: 'POST',
    path: '/admin_api/v1/conversions/log',
    headers: { 'api-key': '{token}' },
    query: {},
    body: {
      range: { from: '{from}', to: '{to}', timezone: '{zone}' },
      columns: [
        'conversion_id',
        'sub_id',
        'click_datetime',
        'sale_datetime',
        'status',
        'country_code',
        'sub_id_1',
        'sub_id_2',
        'sub_id_3',
        'sub_id_4',
        'sub_id_5',
        'affiliate_network',
      ],
      sort: [
        { name: 'postback_datetime', order: 'DESC' },
        { name: 'conversion_id', order: 'DESC' },
      ],
      limit: '{size}',
      offset: '{skip}',
    },
    dates: { format: 'datetime', asked: 'date', zone: 'UTC' },
    windows: { by: 'registration', sliceDays: 7, historyDays: 400 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'skip', size: 5_000, total: 'total' },
    rows: 'rows',
    lead: {
      id: 'sub_id',
      createdAt: 'click_datetime',
      geo: 'country_code',
      sourceNumber: 'sub_id_1',
      advertiserId: 'affiliate_network',
      advertiserName: 'affiliate_network',
      status: 'status',
      clickId: 'sub_id',
      sub1: 'sub_id_1',
      sub2: 'sub_id_2',
      sub3: 'sub_id_3',
      sub4: 'sub_id_4',
      sub5: 'sub_id_5',
    },
    constants: {},
    deposits: {
      rule: 'status',
      field: 'status',
      statuses: ['sale', 'deposit'],
      fields: { id: 'conversion_id', leadId: 'sub_id', createdAt: 'sale_datetime' },
    },
  },
}
