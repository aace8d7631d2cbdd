import { expect, it } from 'vitest'
import { flagOf, geoOfFlag, stripFlags } from './flag.ts'

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

it.each([
  ['🇩🇪', 'DE', ''],
  [' 🇬🇧 ', 'GB', ''],
  ['🇩🇪 DE', 'DE', 'DE'],
  ['FR 🇫🇷🇮🇹', 'FR', 'FR'],
])('%j has the flag of %s', (text, geo, rest) => {
  expect(geoOfFlag(text)).toBe(geo)
  expect(stripFlags(text)).toBe(rest)
})

it.each(['', 'DE', '🏁', '🇩'])('%j has no flag in it', (text) => {
  expect(geoOfFlag(text)).toBeNull()
})
