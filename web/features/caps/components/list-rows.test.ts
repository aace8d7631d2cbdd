import { expect, test } from 'vitest'
import { headAbove, headsAround, type ListRow } from './list-rows.ts'

const rows = Array.from('gccgcccgc', (letter, index): ListRow => ({
  kind: letter === 'g' ? 'geo' : 'cap',
  key: String(index),
}))

test('the head above a row is the one of its geo', () => {
  expect([0, 1, 2, 3, 5, 6, 7, 99].map((index) => headAbove(rows, index))).toEqual([0, 0, 0, 3, 3, 3, 7, 7])
})

test('the heads around what is in sight are the two above it and the one below', () => {
  expect(headsAround(rows, 4, 5)).toEqual([0, 3, 7])
  expect(headsAround(rows, 0, 1)).toEqual([0, 3])
  expect(headsAround(rows, 8, 8)).toEqual([3, 7])
})

test('a list without rows has no head beside it', () => {
  expect(headAbove([], 0)).toBe(0)
  expect(headsAround([], 0, 0)).toEqual([])
})
