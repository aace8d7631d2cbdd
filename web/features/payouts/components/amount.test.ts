import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatCount } from '#domain/sentences/written.ts'
import { formatRate, formatWhole, MarginAmount } from './amount.tsx'

test('dollars have no decimals, counts have their thousands, rates have one decimal', () => {
  expect([1_234.5, -0.4, 1_000_000].map(formatWhole)).toEqual(['$1,235', '$0', '$1,000,000'])
  expect(formatCount(1_234_567.4)).toBe('1,234,567')
  expect([8.25, 0, 100, null].map(formatRate)).toEqual(['8.3%', '0.0%', '100.0%', 'n/a'])
})

test('a margin is whole dollars, and says what it comes from to the cent, so that the parts add up', () => {
  const told = (margin: Parameters<typeof MarginAmount>[0]['margin']) => renderToStaticMarkup(MarginAmount({ margin }))
  expect(told({ income: 100.5, owed: 50.49, margin: 50.01 })).toBe(
    '<span title="$50.01: $100.50 from brokers (the deals’ prices) minus $50.49 to affiliates (the affiliate caps’ prices)">$50</span>',
  )
  expect(told(null)).toBe('–')
})
