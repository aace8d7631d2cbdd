import type { Recipe } from './recipe.ts'

/** The contract that a team puts in front of its own CRM (docs/lead-api.md). */
export const generic: Recipe = {
  title: 'Own contract (generic)',
  url: 'https://leads.example.org',
  required: [],
  optional: ['token'],
  notes: [],
  mapping: {
    method: 'GET',
    path: '/leads',
    headers: { authorization: 'Bearer {token}' },
    query: { updatedSince: '{from}', cursor: '{cursor}', limit: '{size}' },
    body: null,
    dates: { format: 'iso', zone: 'UTC' },
    windows: { by: 'change' },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'cursor', next: 'nextCursor', size: 5_000 },
    rows: 'data',
    lead: null,
    constants: {},
    deposits: { rule: 'list', path: '/deposits', fields: null },
    softError: null,
    rateLimit: null,
  },
}
