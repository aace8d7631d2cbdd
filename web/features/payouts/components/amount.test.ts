import { expect, test } from 'vitest'
import { formatCount } from '#domain/sentences/written.ts'
import { formatRate, formatWhole } from './amount.tsx'

test('dollars have no decimals, counts have their thousands, rates have one decimal', () => {
  expect([1_234.5, -0.4, 1_000_000].map(formatWhole)).toEqual(['$1,235', '$0', '$1,000,000'])
  expect(formatCount(1_234_567.4)).toBe('1,234,567')
  expect([8.25, 0, 100, null].map(formatRate)).toEqual(['8.3%', '0.0%', '100.0%', 'n/a'])
})
