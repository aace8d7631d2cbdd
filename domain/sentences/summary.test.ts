import { expect, test } from 'vitest'
import { html } from '#domain/markup/html.ts'
import { formatSummary, type Summary } from './summary.ts'

const quiet: Summary = {
  kind: 'broker',
  day: 'Sat 21 Nov 2026',
  today: { delivered: 0, planned: 0, caps: 0 },
  geos: [],
  yesterday: null,
  withoutLeads: [],
  suggestions: null,
  open: [],
  lateSince: null,
}

const linesOf = (sentences: readonly string[]) =>
  formatSummary({ ...quiet, open: sentences.map((sentence) => html`${sentence}`) })
    .source.split('\n')
    .slice(3)

test('names up to three open suggestions, counts the others, and says nothing where there is none', () => {
  expect(formatSummary(quiet).source).not.toContain('suggestions')
  expect(linesOf(['Raise #44 to 40.'])).toEqual(['<b>Open suggestions</b>', 'Raise #44 to 40.'])
  expect(linesOf(['One.', 'Two.', 'Three.', 'Four & five.', 'Six.'])).toEqual([
    '<b>Open suggestions</b>',
    '1. One.',
    '2. Two.',
    '3. Three.',
    'and 2 more on the dashboard',
  ])
})

test('one lead is planned in the singular', () => {
  const one = { delivered: 0, planned: 1 }
  const lines = formatSummary({ ...quiet, today: { ...one, caps: 1 }, yesterday: one }).source.split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Today: 0 / 1 lead, 1 cap', '<b>Yesterday</b>: 0 / 1 lead (0%)']))
})
