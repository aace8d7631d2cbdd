import type { Recipe } from './recipe.ts'

/** A system without a preset: its mapping has everything. Usual values are set here. */
export const none: Recipe = {
  title: 'Another system',
  url: 'https://leads.example.org',
  required: ['mapping.path', 'mapping.deposits'],
  optional: [
    'token',
    'mapping.lead',
    'mapping.headers',
    'mapping.query',
    'mapping.rows',
    'mapping.pages',
    'mapping.windows',
  ],
  notes: [],
  mapping: {
    method: 'GET',
    headers: {},
    query: {},
    dates: { format: 'iso', zone: 'UTC' },
    windows: { by: 'change' },
    reach: { overlapDays: 3, lookBackDays: 60 },
    pages: { style: 'none' },
    rows: '',
  },
}
