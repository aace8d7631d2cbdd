import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { applyBulk, readFactor, type BulkChange } from './bulk.ts'

const cents = (value: number) => brandNumber<Cents>(value)
const points = (value: number) => brandNumber<BasisPoints>(value)

describe('a changed number', () => {
  it.each([
    [20, 5, 25],
    [20, -20, 0],
    [999_990, 10, 1_000_000],
  ])('%d and %d more is %d', (cap, by, planned) => {
    expect(plannedAfter(cap, { kind: 'add', by })).toBe(planned)
  })

  it.each([
    [20, 1.5, 30],
    [10, 1.04, 10],
    [10, 1.05, 11],
    [70, 1.15, 81],
    [50, 1.01, 51],
    [1, 0.5, 1],
    [1, 0.4999, 0],
    [3, 1 / 3, 1],
    [100_000, 1.00004, 100_000],
    [20, 0, 0],
    [0, 7, 0],
    [1_000_000, 1, 1_000_000],
    [999_999, 0.0001, 100],
  ])('%d times %d is %d, half up', (cap, by, planned) => {
    expect(plannedAfter(cap, { kind: 'multiply', by })).toBe(planned)
  })

  it('is rounded half up as the factor is written, not as a float has it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), fc.nat({ max: 10_000 }), (cap, hundredths) => {
        const exact = (BigInt(cap) * BigInt(hundredths) + 50n) / 100n
        fc.pre(exact <= 1_000_000n)
        expect(plannedAfter(cap, { kind: 'multiply', by: hundredths / 100 })).toBe(Number(exact))
      }),
    )
  })

  it.each([
    [20, { kind: 'add', by: -21 }, { reason: 'bulk.below-zero', value: -1, nearest: 0 }],
    [20, { kind: 'multiply', by: -1 }, { reason: 'bulk.below-zero', value: -20, nearest: 0 }],
    [20, { kind: 'add', by: 999_981 }, { reason: 'bulk.above-max', value: 1_000_001, nearest: 1_000_000 }],
    [500_001, { kind: 'multiply', by: 2 }, { reason: 'bulk.above-max', value: 1_000_002, nearest: 1_000_000 }],
    [20, { kind: 'add', by: 0.5 }, { reason: 'bulk.not-whole', by: 0.5 }],
    [20, { kind: 'add', by: Number.NaN }, { reason: 'bulk.not-whole', by: Number.NaN }],
    [0, { kind: 'multiply', by: Infinity }, { reason: 'bulk.not-a-factor', by: Infinity }],
    [0, { kind: 'multiply', by: Number.MAX_VALUE }, { reason: 'bulk.not-a-factor', by: Number.MAX_VALUE }],
    [20, { kind: 'multiply', by: Number.NaN }, { reason: 'bulk.not-a-factor', by: Number.NaN }],
  ] as const)('%d with %j is refused', (cap, change, refusal) => {
    expect(applyBulk(brokerCap({ cap }), change)).toEqual({ ok: false, ...refusal })
  })

  it('is a cap or a refusal whose nearest is one', () => {
    const changes = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), by: fc.oneof(fc.integer(), fc.double()) }),
      fc.record({ kind: fc.constant('multiply' as const), by: fc.double() }),
    )
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), changes, (cap, change) => {
        const result = applyBulk(brokerCap({ cap }), change)
        const planned = result.ok ? result.value.cap : 'nearest' in result ? result.nearest : 0
        expect(Number.isInteger(planned) && planned >= 0 && planned <= 1_000_000 && !Object.is(planned, -0)).toBe(true)
      }),
    )
  })
})

it.each([
  ['1.2', 1.2],
  ['0,8', 0.8],
  [' ×2 ', 2],
  ['x 1.250', 1.25],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['1.2.3', null],
  ['1e3', null],
  ['twice', null],
])('reads %j as the factor %s', (text, factor) => {
  expect(readFactor(text)).toBe(factor)
})

describe('changed terms', () => {
  const cap = brokerCap({ cpa: 60_000, crg: 800 })

  it.each<[BulkChange, object]>([
    [{ kind: 'add', by: 5 }, { cap: 25 }],
    [
      { kind: 'hours', hours: { kind: 'windows', windows: [{ from: 600, to: 1080 }] } },
      { workingHours: '10:00-18:00', alwaysOn: false },
    ],
    [
      { kind: 'hours', hours: { kind: 'always' } },
      { workingHours: null, alwaysOn: true },
    ],
    [
      { kind: 'hours', hours: { kind: 'unknown' } },
      { workingHours: null, alwaysOn: false },
    ],
    [{ kind: 'price', cpa: cents(90_000) }, { cpa: 90_000 }],
    [{ kind: 'price', crg: points(900) }, { crg: 900 }],
    [
      { kind: 'price', cpa: null, crg: null },
      { cpa: null, crg: null },
    ],
    [{ kind: 'price' }, {}],
    [{ kind: 'date', date: brandText<Day>('2026-03-09') }, { date: '2026-03-09' }],
  ])('%j changes that and nothing else', (change, fields) => {
    const before = structuredClone(cap)
    expect(applyBulk(cap, change)).toEqual({ ok: true, value: { ...cap, ...fields } })
    expect(cap).toEqual(before)
  })

  it('take an always-on cap off again', () => {
    const hours = { kind: 'windows' as const, windows: [{ from: 600, to: 1080 }] }
    const result = applyBulk(brokerCap({ alwaysOn: true, workingHours: null }), { kind: 'hours', hours })
    expect(result).toMatchObject({ value: { alwaysOn: false, workingHours: '10:00-18:00' } })
  })
})

function plannedAfter(cap: number, change: BulkChange): number | null {
  const result = applyBulk(brokerCap({ cap }), change)
  return result.ok ? result.value.cap : null
}
