import { expect, test } from 'vitest'
import { splitGeos } from './typed.ts'

test.each([
  ['South Africa, DE', ['South Africa', 'DE']],
  ['south africa', ['south africa']],
  ['DE fr  UK', ['DE', 'fr', 'UK']],
  [' DE;FR,, ', ['DE', 'FR']],
  ['', []],
])('typed geos: %s', (typed, geos) => {
  expect(splitGeos(typed)).toEqual(geos)
})
