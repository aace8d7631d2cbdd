import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CODE_ALPHABET, CODE_LENGTH, foldCode, foldHandle, parseIdentifier } from './sign-in.ts'

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
  expect(parseIdentifier(text)).toEqual(identifier)
})

const codes = fc.string({
  unit: fc.constantFrom(...Array.from(CODE_ALPHABET)),
  minLength: CODE_LENGTH,
  maxLength: CODE_LENGTH,
})

it('has 32 letters and digits to choose from, none twice and no look-alikes', () => {
  expect(new Set(CODE_ALPHABET).size).toBe(32)
  expect(CODE_ALPHABET).toMatch(/^[A-Z2-9]+$/)
  expect(CODE_ALPHABET).not.toMatch(/[IO01]/)
})

it('is the same code in lower case, with blanks between and around', () => {
  expect(foldCode(' ab2 c3d\n')).toBe('AB2C3D')
  fc.assert(
    fc.property(codes, fc.constantFrom('', ' ', '\t', '\u00a0'), (code, blank) => {
      expect(foldCode(code.toLowerCase().split('').join(blank))).toBe(code)
      expect(foldCode(code)).toBe(code)
    }),
  )
})

it('leaves a wrong code wrong', () => {
  expect(foldCode('AB2-C3D')).toBe('AB2-C3D')
  expect(foldCode('')).toBe('')
})
