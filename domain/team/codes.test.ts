import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { CODE_ALPHABET, CODE_LENGTH, foldCode } from './codes.ts'

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
