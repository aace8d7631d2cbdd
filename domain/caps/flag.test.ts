import { expect, it } from 'vitest'
import { flagOf } from './flag.ts'

it.each([
  ['DE', '🇩🇪'],
  ['de', '🇩🇪'],
  ['UK', '🇬🇧'],
  ['GB', '🇬🇧'],
  [' uk ', '🇬🇧'],
  ['AZ', '🇦🇿'],
])('%j flies %s', (geo, flag) => {
  expect(flagOf(geo)).toBe(flag)
})

it.each(['', 'D', 'DEU', 'US-EAST', 'D1', '12', 'ДЕ', '🇩🇪'])('%j has no flag', (geo) => {
  expect(flagOf(geo)).toBeNull()
})
