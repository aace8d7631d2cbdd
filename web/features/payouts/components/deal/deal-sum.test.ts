import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PayoutDealRow } from '#contract/payouts.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import { SPECIFIED_TERMS } from '#domain/payouts/terms.ts'
import { dayNumberOf, fromDayNumber } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { DealSum } from './deal-sum.tsx'

const rules = { zone: zoneOf('UTC'), terms: SPECIFIED_TERMS, invalidStatuses: readInvalidStatuses([]) }

const DEAL: PayoutDealRow = {
  capId: 'c1',
  date: fromDayNumber(dayNumberOf(2026, 3, 2)),
  advertiserId: 'A1',
  advertiserName: 'Alpha',
  sourceNumber: '44',
  geo: 'DE',
  cap: 1_500,
  cpa: 300,
  crg: 15,
  pricedBy: 'deal',
  workingHours: null,
  alwaysOn: true,
  validLeads: 10,
  invalidStatuses: {},
  outsideWorkingHours: 0,
  paused: 0,
  capped: 0,
  leadStats: { valid: 10, invalidStatuses: {}, outsideWorkingHours: 0, paused: 0, capped: 0 },
  conversionStats: {
    insideWorkingHours: 1,
    outsideWorkingHours: 0,
    unmatched: 1_200,
    actualCrPercentage: 10,
    targetCrPercentage: 15,
  },
  deposits: { inside: 1, outside: 0, unmatched: 1_200, extras: 1_200, total: 1_201 },
  payout: { cpaComponent: 300, crgComponent: 150, extras: 0, total: 450 },
  guarantee: { worth: 450, reached: 300, isPooled: false },
  margin: null,
}

test('a top-up says how much of the CPA it is less where conversions before the range count towards it', () => {
  const tell = (cpaComponent: number, crgComponent: number, reached: number) =>
    tellSum({
      ...DEAL,
      cpa: 500,
      crg: 8,
      payout: { ...DEAL.payout, cpaComponent, crgComponent },
      guarantee: { worth: 400, reached, isPooled: false },
    })
  const worth = '10 valid leads × 8% × $500.00 = $400.00 guaranteed'
  expect(tell(0, 400, 0)).toContain(`${worth}, less the CPA<`)
  expect(tell(500, 0, 500)).toContain(`${worth}, which the CPA reaches<`)
  expect(tell(500, 300.1, 800.1)).toContain(
    `${worth}, less $99.90 of the CPA: conversions before the report’s days count $300.10 towards the guarantee<`,
  )
  expect(tell(500, 400, 1_000)).toContain(
    `${worth}, less $0.00 of the CPA: conversions before the report’s days count $500.00 towards the guarantee<`,
  )
})

test('counts of a deal have their thousands', () => {
  const told = tellSum(DEAL)
  expect(told).toContain('Cap 1,500 ·')
  expect(told).toContain('1,200 without a known lead')
})

function tellSum(deal: PayoutDealRow): string {
  return renderToStaticMarkup(createElement(DealSum, { deal, rules }))
}
