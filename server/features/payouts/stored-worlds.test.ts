import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandNumber } from '#domain/kernel/brand.ts'
import { formatHundredths } from '#domain/kernel/cents.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { foldEmail, foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { PayoutReport } from '#domain/payouts/report.ts'
import { formatPlace } from '#domain/payouts/rows.ts'
import { SPECIFIED_TERMS } from '#domain/payouts/terms.ts'
import type { Tx } from '#platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { reportOf } from '#testing/payout-report.ts'
import { plantPauses } from '#testing/payout-pauses.ts'
import { payoutWorlds, type PayoutWorld } from '#testing/payout-worlds.ts'
import { rematchDeposits } from '#server/features/leads/match-store.ts'
import { settleAgain } from './finished-service.ts'

const RUNS = process.env['SOAK'] === '1' ? 3_000 : 40

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('what is read from the tables gives the report of all leads and deposits that there are', async () => {
  await fc.assert(
    fc.asyncProperty(payoutWorlds.map(withoutAffiliateCaps), async (world) => {
      await database.db.transaction().execute((tx) => plantWorld(tx, world))
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
  await database.db.transaction().execute((tx) => plantWorld(tx, world))
  const stored = await settleAgain(database.db, { ...world, zone: zoneOf(world.zone) })
  // Were it the conversion, it would count the CPA of the deal.
  expect(summarize(stored).extras).toMatchObject([{ payout: 100, ids: ['d1'] }])
})

/** Two deals of a day, geo and source have one affiliate cap between them, which worlds do not know. */
function withoutAffiliateCaps(world: PayoutWorld): PayoutWorld {
  return { ...world, deals: world.deals.map((deal) => ({ ...deal, affiliatePrice: null })) }
}

async function plantWorld(tx: Tx, { zone: name, deals, pauses, leads, deposits }: PayoutWorld): Promise<void> {
  const zone = zoneOf(name)
  await sql`truncate caps, pauses, leads, deposits cascade`.execute(tx)
  await plantPauses(tx, pauses)
  const places = (row: { geo: string; sourceNumber: string }) => ({
    geo: row.geo,
    geo_key: foldGeo(row.geo),
    source_number: foldSource(row.sourceNumber),
  })
  const arrivals = (row: { createdAt: (typeof leads)[number]['createdAt']; email: string | null }) => ({
    created_at: formatInstant(row.createdAt),
    day: zone.dayOf(row.createdAt),
    email: row.email,
    email_key: foldEmail(row.email),
  })
  if (deals.length > 0) {
    const rows = deals.map(({ capId, date, cap, workingHours, alwaysOn, advertiserId, cpa, crg, ...deal }) => ({
      ...places(deal),
      id: capId,
      kind: 'broker',
      date,
      cap,
      working_hours: workingHours,
      always_on: alwaysOn,
      advertiser_id: advertiserId,
      cpa: cpa === null ? null : formatHundredths(cpa),
      crg: crg === null ? null : formatHundredths(crg),
      created_by: 'anna',
    }))
    await tx.insertInto('caps').values(rows).execute()
  }
  if (leads.length > 0) {
    const rows = leads.map(({ connector, id, advertiserId, status, ...lead }) => ({
      ...places(lead),
      ...arrivals(lead),
      connector,
      external_id: id,
      advertiser_id: advertiserId,
      status,
    }))
    await tx.insertInto('leads').values(rows).execute()
  }
  if (deposits.length > 0) {
    const rows = deposits.map((deposit) => ({
      ...arrivals(deposit),
      connector: deposit.connector,
      external_id: deposit.id,
      lead_id: deposit.leadId,
      geo: deposit.geo,
      geo_key: deposit.geo === null ? null : foldGeo(deposit.geo),
      source_number: deposit.sourceNumber === null ? null : foldSource(deposit.sourceNumber),
      advertiser_id: deposit.advertiserId,
      payout: deposit.payout === null ? null : formatHundredths(deposit.payout),
    }))
    await tx.insertInto('deposits').values(rows).execute()
  }
  await rematchDeposits(tx)
}

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
