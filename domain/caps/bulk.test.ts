import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePlanned, parsePlannedChange } from './bulk.ts'

describe('a change as it is written', () => {
  it.each([
    ['50', 'set', 50],
    ['1,250', 'set', 1_250],
    [' 0 ', 'set', 0],
    ['+5', 'add', 5],
    ['+ 5', 'add', 5],
    ['-5', 'add', -5],
    ['−1,250', 'add', -1_250],
    ['×1.2', 'multiply', 1.2],
    ['x 1,15', 'multiply', 1.15],
    ['*2', 'multiply', 2],
    ['×0.0001', 'multiply', 0.0001],
    ['+10%', 'multiply', 1.1],
    ['-12,5 %', 'multiply', 0.875],
    ['-100%', 'multiply', 0],
    ['+0.01%', 'multiply', 1.0001],
  ] as const)('%j is %s %d', (text, kind, by) => {
    expect(parsePlannedChange(text)).toEqual({ kind, by })
  })

  it.each([
    '',
    'often',
    '1.2',
    '1,5',
    '+1.5',
    '+-5',
    '1 2 3',
    '10%',
    '-101%',
    '+1.234%',
    '×-1',
    '×1.00001',
    '×',
    '2x',
    '1e3',
    '1,000,001',
    '-1,000,001',
  ])('%j is none', (text) => {
    expect(parsePlannedChange(text)).toBeNull()
  })
})

describe('a changed number', () => {
  it.each([
    [20, 'set', 5, 5],
    [20, 'add', 5, 25],
    [20, 'add', -21, -1],
    [20, 'multiply', 1.5, 30],
    [10, 'multiply', 1.04, 10],
    [10, 'multiply', 1.05, 11],
    [70, 'multiply', 1.15, 81],
    [50, 'multiply', 1.01, 51],
    [1, 'multiply', 0.5, 1],
    [1, 'multiply', 0.4999, 0],
    [20, 'multiply', 0, 0],
    [1_000_000, 'multiply', 2, 2_000_000],
    [999_999, 'multiply', 0.0001, 100],
  ] as const)('%d after %s %d is %d, half up', (planned, kind, by, after) => {
    expect(changePlanned(planned, { kind, by })).toBe(after)
  })

  it('is rounded half up as the factor is written, not as a float has it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), fc.nat({ max: 99_999_999 }), (planned, scaled) => {
        const written = `×${Math.trunc(scaled / 10_000)}.${String(scaled % 10_000).padStart(4, '0')}`
        const change = parsePlannedChange(written)
        const exact = (BigInt(planned) * BigInt(scaled) + 5_000n) / 10_000n
        expect(change && changePlanned(planned, change)).toBe(Number(exact))
      }),
    )
  })
})
