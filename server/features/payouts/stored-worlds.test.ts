import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { PayoutReport } from '#domain/payouts/report.ts'
import { formatPlace } from '#domain/payouts/rows.ts'
import { SPECIFIED_TERMS } from '#domain/payouts/terms.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { reportOf } from '#testing/payout-report.ts'
import { plantPayoutWorld, withOneAffiliateCap } from '#testing/plant-payout-world.ts'
import { payoutWorlds, type PayoutWorld } from '#testing/payout-worlds.ts'
import { settleAgain } from './finished-service.ts'

const RUNS = process.env['SOAK'] === '1' ? 3_000 : 40

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('what is read from the tables gives the report of all leads and deposits that there are', async () => {
  await fc.assert(
    fc.asyncProperty(payoutWorlds.map(withOneAffiliateCap), async (world) => {
      await database.db.transaction().execute((tx) => plantPayoutWorld(tx, world))
      const stored = await settleAgain(database.db, { ...world, zone: zoneOf(world.zone) })
      expect(summarize(stored)).toEqual(summarize(reportOf(world)))
    }),
    { numRuns: RUNS },
  )
})

test('an earlier deposit that is known by its e-mail alone is the conversion of its lead', async () => {
  const [day, email] = ['2026-03-26', 'ann@mail.test']
  const place = { geo: 'DE', advertiserId: 'A1', sourceNumber: '44' }
  const at = (text: string) => ({ ...place, connector: 'main', email, createdAt: instantOf(text) })
  const deal = { capId: 'c0', date: dayOf(day), ...place, advertiserName: null, cap: 5, workingHours: null }
  const world: PayoutWorld = {
    zone: 'Etc/GMT-2',
    range: { start: dayOf('2026-03-27'), end: dayOf('2026-03-30') },
    invalidStatuses: [],
    terms: { ...SPECIFIED_TERMS, earlierLeads: 'settled' },
    deals: [{ ...deal, alwaysOn: true, cpa: brandNumber(60_000), crg: null, affiliatePrice: null, pauses: [] }],
    pauses: [],
    leads: [{ ...at(`${day}T08:00:00Z`), id: 'l0', status: null }],
    deposits: [
      { ...at(`${day}T10:00:00Z`), id: 'd0', leadId: null, payout: null },
      { ...at('2026-03-28T10:00:00Z'), id: 'd1', leadId: 'l0', payout: brandNumber(100) },
    ],
  }
  await database.db.transaction().execute((tx) => plantPayoutWorld(tx, world))
  const stored = await settleAgain(database.db, { ...world, zone: zoneOf(world.zone) })
  // Were it the conversion, it would count the CPA of the deal.
  expect(summarize(stored).extras).toMatchObject([{ payout: 100, ids: ['d1'] }])
})

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(`${text} is no day`)
  return day
}

function instantOf(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`${text} is no instant`)
  return instant
}

/** What was decided, without how the rows were written. */
function summarize({ totals, deals, extraDeposits }: PayoutReport) {
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()
  return {
    totals,
    deals: deals.map(({ deal, deposits, ...settled }) => ({
      capId: deal.capId,
      money: settled.money,
      validLeads: settled.validLeads,
      invalid: Object.fromEntries(settled.invalidStatuses),
      others: [settled.outsideWorkingHours, settled.paused, settled.capped],
      deposits: [idsOf(deposits.inside), idsOf(deposits.outside), idsOf(deposits.unmatched)],
    })),
    extras: extraDeposits.map(({ deposits, payout, ...place }) => ({
      place: formatPlace(place),
      payout,
      ids: idsOf(deposits.map(({ deposit }) => deposit)),
    })),
  }
}
