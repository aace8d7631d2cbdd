import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { computeLeadPrice } from './cap.ts'

const dollars600 = brandNumber<Cents>(60_000)
const percent8 = brandNumber<BasisPoints>(800)

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
