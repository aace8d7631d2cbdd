import { expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { capKeyOf, describeCap, formatCapKey } from './cap.ts'

const cap = {
  kind: 'broker' as const,
  date: brandText<Day>('2026-03-02'),
  geo: 'UK',
  advertiserId: 'A1',
  sourceNumber: brandText<SourceNumber>('44'),
}

it('gives caps of UK and of GB one key', () => {
  expect(capKeyOf(cap)).toEqual({
    kind: 'broker',
    date: '2026-03-02',
    geo: 'GB',
    advertiserId: 'A1',
    sourceNumber: '44',
  })
  expect(capKeyOf({ ...cap, geo: 'GB' })).toEqual(capKeyOf(cap))
})

it('gives caps that differ in a part of the key different keys', () => {
  const others = [
    { ...cap, date: brandText<Day>('2026-03-03') },
    { ...cap, geo: 'DE' },
    { ...cap, kind: 'affiliate' as const },
    { ...cap, advertiserId: null },
    { ...cap, advertiserId: 'a1' },
    { ...cap, sourceNumber: brandText<SourceNumber>('044') },
  ]
  for (const other of others) {
    expect(capKeyOf(other)).not.toEqual(capKeyOf(cap))
    expect(formatCapKey(capKeyOf(other))).not.toBe(formatCapKey(capKeyOf(cap)))
  }
})

it('calls a cap by the geo that was typed', () => {
  expect(describeCap(cap)).toBe('UK / source 44')
})
