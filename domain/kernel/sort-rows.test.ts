import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const itself = <T>(value: T) => value

test('reads the numbers in texts, and no case', () => {
  expect(sortRows(['#12', '#9', 'b', 'A'], itself, false)).toEqual(['#9', '#12', 'A', 'b'])
})

test('has what is missing last, in both directions', () => {
  expect(sortRows([null, 2, 1], itself, false)).toEqual([1, 2, null])
  expect(sortRows([null, 2, 1], itself, true)).toEqual([2, 1, null])
  expect(sortRows(['', 'b', 'a'], itself, true)).toEqual(['b', 'a', ''])
})

test('keeps the order of equal rows, both ways', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 })), fc.boolean(), (values, descending) => {
      const sorted = sortRows(
        values.map((value, index) => ({ value, index })),
        (row) => row.value,
        descending,
      )
      for (const [at, row] of sorted.entries()) {
        const before = sorted[at - 1]
        if (before?.value === row.value) expect(before.index).toBeLessThan(row.index)
      }
    }),
  )
})
