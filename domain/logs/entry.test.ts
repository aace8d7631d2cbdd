import { expect, it } from 'vitest'
import { clampLimit } from './entry.ts'

it.each([
  [undefined, 200],
  [Number.NaN, 200],
  [0, 1],
  [-5, 1],
  [1.9, 1],
  [37, 37],
  [500, 500],
  [501, 500],
  [Number.POSITIVE_INFINITY, 500],
])('%s entries wanted are %i', (wanted, shown) => {
  expect(clampLimit(wanted)).toBe(shown)
})
