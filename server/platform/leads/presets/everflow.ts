import type { Recipe } from './recipe.ts'

/**
 * Everflow, the network's report of conversions. A conversion is a lead. A deposit is an event of the same transaction,
 * whose name is the account's own: `mapping.deposits.goal` must name it.
 */
export const everflow: Recipe = {
  title: 'Everflow',
  url: 'https://api.eflow.team',
  required: ['token', 'mapping.deposits.goal'],
  optional: ['mapping.lead.sourceNumber'],
  notes: [
    'The goal is the name of the FTD event, as the account calls it.',
    'Accounts in the EU have the address https://api-eu.eflow.team.',
    'Status is that of the conversion (approved, pending, rejected, invalid), not what sales people say.',
  ],
  mapping: {
    method: 'POST',
    path: '/v1/networks/reporting/conversions',
    headers: { 'x-eflow-api-key': '{token}' },
    query: { page: '{page}', page_size: '{size}' },
    body: {
      from: '{from}',
      to: '{to}',
      // UTC.
      timezone_id: 67,
      currency_id: 'USD',
      show_conversions: true,
      show_events: true,
      query: { filters: [], search_terms: [] },
    },
    dates: { format: 'seconds', asked: 'date', zone: 'UTC' },
    // Everflow keeps one year.
    windows: { by: 'registration', sliceDays: 7, historyDays: 364 },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'page', first: 1, size: 2_000, total: 'paging.total_count' },
    rows: 'conversions',
    lead: {
      id: 'transaction_id',
      createdAt: 'conversion_unix_timestamp',
      geo: 'country',
      sourceNumber: 'relationship.affiliate.network_affiliate_id',
      sourceName: 'relationship.affiliate.name',
      advertiserId: 'relationship.advertiser.network_advertiser_id',
      advertiserName: 'relationship.advertiser.name',
      email: 'email',
      status: 'status',
      sub1: 'sub1',
      sub2: 'sub2',
      sub3: 'sub3',
      sub4: 'sub4',
      sub5: 'sub5',
    },
    constants: {},
    deposits: {
      rule: 'goal',
      field: 'event',
      leads: { field: 'is_event', values: [false] },
      only: { field: 'status', not: ['rejected', 'invalid'] },
      fields: {
        id: 'conversion_id',
        leadId: 'transaction_id',
        createdAt: 'conversion_unix_timestamp',
        email: 'email',
        geo: 'country',
        sourceNumber: 'relationship.affiliate.network_affiliate_id',
        advertiserId: 'relationship.advertiser.network_advertiser_id',
      },
    },
  },
}
