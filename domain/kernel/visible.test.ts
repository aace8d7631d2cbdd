import { expect, it } from 'vitest'
import { isVisibleText } from './visible.ts'

it.each([
  ['plain', true],
  ['🚀', true],
  ['\0', false],
  ['\ud83d', false],
  ['\ude80\ud83d', false],
])('%j can be seen and kept: %s', (value, expected) => {
  expect(isVisibleText(value)).toBe(expected)
})
