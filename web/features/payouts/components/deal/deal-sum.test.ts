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

test('counts of a deal have their thousands', () => {
  const told = renderToStaticMarkup(createElement(DealSum, { deal: DEAL, rules }))
  expect(told).toContain('Cap 1,500 ·')
  expect(told).toContain('1,200 without a known lead')
})
