import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { instantFromMilliseconds, parseInstant } from '#domain/kernel/instant.ts'
import { reportOf } from '#testing/payout-report.ts'
import type { PayoutWorld } from '#testing/payout-worlds.ts'
import { SPECIFIED_TERMS } from './terms.ts'

const day = (text: string): Day => parseDay(text) ?? fail(text)
const at = (text: string) => parseInstant(text) ?? instantFromMilliseconds(0)
const place = { geo: 'DE', advertiserId: 'A1', sourceNumber: '44' }

/** One lead that is guaranteed in full, on 28 March; its conversion was reported on the evening before. */
const world: PayoutWorld = {
  zone: 'Etc/GMT-2',
  range: { start: day('2026-03-27'), end: day('2026-03-28') },
  invalidStatuses: [],
  terms: { ...SPECIFIED_TERMS, earlierLeads: 'settled' },
  deals: [
    {
      ...place,
      capId: 'c1',
      date: day('2026-03-28'),
      advertiserName: null,
      cap: 5,
      workingHours: null,
      alwaysOn: true,
      cpa: brandNumber<Cents>(60_000),
      crg: brandNumber<BasisPoints>(10_000),
      affiliatePrice: null,
      pauses: [],
    },
  ],
  pauses: [],
  leads: [
    {
      ...place,
      connector: 'main',
      id: 'l1',
      createdAt: at('2026-03-28T08:00:00Z'),
      email: null,
      status: 'new',
    },
  ],
  deposits: [
    {
      ...place,
      connector: 'main',
      id: 'd1',
      leadId: 'l1',
      createdAt: at('2026-03-27T18:00:00Z'),
      email: null,
      payout: brandNumber<Cents>(100),
    },
  ],
}

it('a deal of the range pays its guarantee, whatever was settled before it', () => {
  const owed = (start: string, end: string) =>
    reportOf({ ...world, range: { start: day(start), end: day(end) } }).totals.totalPayout
  expect(owed('2026-03-27', '2026-03-27')).toBe(0)
  expect(owed('2026-03-28', '2026-03-28')).toBe(60_000)
  expect(owed('2026-03-27', '2026-03-28')).toBe(60_000)
})

it('a conversion is tied to those before it by the guarantee of its deal, not by that of a pool', () => {
  const isTied = (guarantee: 'deal' | 'pool') => {
    const terms = { ...world.terms, guarantee }
    const [extra] = reportOf({
      ...world,
      terms,
      range: { start: day('2026-03-27'), end: day('2026-03-27') },
    }).extraDeposits
    return extra?.deposits.map((each) => each.isTied)
  }
  expect([isTied('deal'), isTied('pool')]).toEqual([[true], [false]])
})

function fail(text: string): never {
  throw new Error(`no day: ${text}`)
}
