import { expect, test } from 'vitest'
import { splitTypedGeos, keysOfGeo } from './countries.ts'

test.each([
  ['South Africa, DE', ['South Africa', 'DE']],
  ['south africa', ['south africa']],
  ['DE fr  UK', ['DE', 'fr', 'UK']],
  ['DE New Zealand fr', ['DE', 'New Zealand', 'fr']],
  [' DE;FR,, ', ['DE', 'FR']],
  ['', []],
])('typed geos: %s', (typed, geos) => {
  expect(splitTypedGeos(typed)).toEqual(geos)
})

test('a geo that is looked for has the keys of its code and of its name', () => {
  expect(['germany', 'de', 'UK', 'LATAM'].map(keysOfGeo)).toEqual([['GERMANY', 'DE'], ['DE'], ['GB'], ['LATAM']])
})
