import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeProgress, computeRemaining, roundProgress } from './progress.ts'

describe('progress of a cap', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 100],
    [0, 20, 0],
    [5, 20, 25],
    [20, 20, 100],
    [30, 20, 100],
    [57, 100, 57],
    [1, 3, 100 / 3],
  ])('%i of %i is %d percent', (delivered, cap, percent) => {
    expect(computeProgress(delivered, cap)).toBe(percent)
  })

  it('goes from 0 to 100, is full just when nothing remains of what was begun, and never falls', () => {
    const counts = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(counts, counts, (delivered, cap) => {
        const progress = computeProgress(delivered, cap)
        expect(progress).toBeGreaterThanOrEqual(0)
        expect(progress).toBeLessThanOrEqual(100)
        expect(progress === 100).toBe(computeRemaining(delivered, cap) === 0 && delivered > 0)
        expect(computeProgress(delivered + 1, cap)).toBeGreaterThanOrEqual(progress)
      }),
    )
  })
})

it.each([
  [33, 36, 92],
  [1, 36, 3],
  [199, 200, 99],
  [999, 1_000, 99],
  [36, 36, 100],
  [40, 36, 111],
  [0, 0, 0],
  [2, 0, 100],
])('%i of %i is told as %i percent', (delivered, cap, percent) => {
  expect(roundProgress(delivered, cap)).toBe(percent)
})

it.each([
  [0, 20, 20],
  [8, 20, 12],
  [20, 20, 0],
  [25, 20, 0],
  [0, 0, 0],
])('after %i of %i there are %i to go', (delivered, cap, remaining) => {
  expect(computeRemaining(delivered, cap)).toBe(remaining)
})
