import { expect, it } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { parseDay } from '#domain/kernel/day.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { placeDeposits } from './placement.ts'
import type { Deal, PayoutDeposit } from './rows.ts'
import { SPECIFIED_TERMS } from './terms.ts'

it('places very many deposits without a lead in the time that few take each', () => {
  const day = parseDay('2026-03-03')
  const createdAt = parseInstant('2026-03-03T10:00:00Z')
  if (day === null || createdAt === null) throw new Error('no day')
  const place = { geo: 'DE', advertiserId: 'A1', sourceNumber: '44' }
  const deal: Deal = {
    ...place,
    capId: 'c1',
    date: day,
    advertiserName: null,
    cap: 10,
    workingHours: null,
    alwaysOn: false,
    pauses: [],
    cpa: null,
    crg: null,
    affiliatePrice: null,
  }
  // With work that grows by their square this takes longer than a test may.
  const deposits = Array.from({ length: 60_000 }, (_, at): PayoutDeposit => {
    const payout = brandNumber<Cents>(1)
    return { ...place, connector: 'main', id: `d${at}`, lead: null, email: null, createdAt, payout }
  })
  const rules = {
    ...SPECIFIED_TERMS,
    zone: zoneOf('Etc/GMT-2'),
    range: { start: day, end: day },
    invalidStatuses: new Map<string, string>(),
  }
  const { unmatched } = placeDeposits(rules, [deal], { deposits, elsewhere: [] })
  expect([...unmatched.values()].map((list) => list.length)).toEqual([60_000])
})
