import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldHandle, readIdentifier } from './handle.ts'

it.each([
  ['Ann', 'ann'],
  [' @Ann ', 'ann'],
  ['@ ann', 'ann'],
  ['@@ann', 'ann'],
  ['', null],
  ['@', null],
  [null, null],
])('handle %j is looked up as %j', (text, key) => {
  expect(foldHandle(text)).toBe(key)
})

it('folds a handle once and for all', () => {
  const noisy = fc.string({ unit: fc.constantFrom('@', ' ', 'A', 'b', '_', 'İ') })
  fc.assert(
    fc.property(fc.oneof(noisy, fc.string()), (text) => {
      expect(foldHandle(foldHandle(text))).toBe(foldHandle(text))
    }),
  )
})

it.each([
  ['100200', { kind: 'telegramId', telegramId: '100200' }],
  [' 100200 ', { kind: 'telegramId', telegramId: '100200' }],
  ['@Ann', { kind: 'handle', key: 'ann' }],
  ['ann_1', { kind: 'handle', key: 'ann_1' }],
  ['-100', { kind: 'handle', key: '-100' }],
])('%j signs in as %j', (text, identifier) => {
  expect(readIdentifier(text)).toEqual(identifier)
})
