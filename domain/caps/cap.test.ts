import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { capKeyOf, computeLeadPrice, describeCap, formatCapKey, placeOf } from './cap.ts'

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

const dollars600 = brandNumber<Cents>(60_000)
const percent8 = brandNumber<BasisPoints>(800)

describe('computeLeadPrice', () => {
  it('is the guaranteed share of the price of a deposit', () => {
    expect(computeLeadPrice({ cpa: dollars600, crg: percent8 })).toBe(4_800)
  })

  it('is rounded half up to the cent', () => {
    expect(computeLeadPrice({ cpa: brandNumber<Cents>(10_050), crg: brandNumber<BasisPoints>(1_005) })).toBe(1_010)
    expect(computeLeadPrice({ cpa: brandNumber<Cents>(50), crg: brandNumber<BasisPoints>(100) })).toBe(1)
  })

  it('is 0, not unknown, where a term is 0', () => {
    expect(computeLeadPrice({ cpa: brandNumber<Cents>(0), crg: percent8 })).toBe(0)
  })

  it('is unknown where a term is missing', () => {
    expect(computeLeadPrice({ cpa: null, crg: percent8 })).toBeNull()
    expect(computeLeadPrice({ cpa: dollars600, crg: null })).toBeNull()
  })
})

const place = { geo: 'UK', advertiserId: 'B-1', sourceNumber: '44' }

it.each([
  { ...place, geo: ' gb ' },
  { ...place, sourceNumber: ' #44' },
  { ...place, advertiserId: ' B-1 ' },
])('is one for what means the same: %j', (other) => {
  expect(placeOf(other)).toBe(placeOf(place))
})

it.each([
  { ...place, geo: 'DE' },
  { ...place, sourceNumber: '45' },
  { ...place, advertiserId: 'b-1' },
  { ...place, advertiserId: null },
  { geo: 'UK', sourceNumber: 'B-1","44' },
])('is another for what does not: %j', (other) => {
  expect(placeOf(other)).not.toBe(placeOf(place))
})

it('is one for no advertiser, however that is written', () => {
  const [first, ...others] = [{}, { advertiserId: null }, { advertiserId: ' ' }].map((advertiser) =>
    placeOf({ geo: 'DE', sourceNumber: '44', ...advertiser }),
  )
  expect(others).toEqual([first, first])
})
