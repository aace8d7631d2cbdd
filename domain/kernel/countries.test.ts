import { expect, test } from 'vitest'
import { splitTypedGeos } from './countries.ts'

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
