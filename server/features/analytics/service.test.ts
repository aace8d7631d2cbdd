import type { Counting } from '#domain/analytics/choices.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFigures } from '#domain/analytics/figures.ts'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, HOUR, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { rebuildDerived } from '#server/features/leads/rebuild-service.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { removeRows, storeLeadRows } from '#testing/lead-rows.ts'
import { findLead } from '#testing/payout-reference.ts'
import { readRange, type AnalyticsDeps } from './service.ts'

// Berlin turns its clocks back on 2026-10-25, which is 25 hours long, between a month's end and its start.
// Rows lie from before October to after it, most of them where a zone decides whose day or month they are of.
const BEGIN = Date.UTC(2026, 8, 28)
const QUARTERS = 37 * 24 * 4
const EDGES = [Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 25), Date.UTC(2026, 10, 1)]
const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 4)) }

let database: TestDatabase
let deps: AnalyticsDeps

beforeAll(async () => {
  database = await createTestDatabase()
  deps = { db: database.db, clock, cache: createAnswerCache(clock) }
})

beforeEach(() => removeRows(database))

afterAll(() => database.close())

const at = fc
  .oneof(
    fc.integer({ min: 0, max: QUARTERS }).map((quarter) => BEGIN + (quarter * HOUR) / 4),
    fc
      .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -96, max: 96 }))
      .map(([edge, quarter]) => edge + (quarter * HOUR) / 4),
  )
  .map((milliseconds) => formatInstant(instantFromMilliseconds(milliseconds)))
const id = fc.integer({ min: 0, max: 30 })
const lead = fc.record({
  id: id.map((number) => `lead-${number}`),
  geo: fc.constantFrom('DE', 'uk', 'GB', 'FR'),
  sourceNumber: fc.constantFrom('44', '#44', '45'),
  advertiserId: fc.constantFrom('a', 'b'),
  email: fc.constantFrom('a@x.org', 'b@x.org', undefined),
  createdAt: at,
})
const deposit = fc.record({
  id: id.map((number) => `deposit-${number}`),
  leadId: id.map((number) => `lead-${number + 5}`),
  geo: fc.constantFrom('UK', undefined),
  sourceNumber: fc.constantFrom('44', undefined),
  advertiserId: fc.constantFrom('a', undefined),
  createdAt: at,
  payout: fc.constant(600),
})
const page = fc.record({ leads: fc.array(lead, { maxLength: 20 }), deposits: fc.array(deposit, { maxLength: 10 }) })

/** A lead or a deposit where it counts. */
interface Counted {
  day: Day
  geo: string
  advertiserId: string
  sourceNumber: string
  what: 'leads' | 'deposits'
}

const ZONES = ['Etc/GMT-2', 'Europe/Berlin', 'America/Los_Angeles'] as const
const FILTERS = [{}, { geo: 'UK' }, { advertiserId: 'a', sourceNumber: '44' }] as const

const isSoak = process.env['SOAK'] === '1'
const HISTORIES = Number(process.env['ANALYTICS_HISTORIES'] ?? (isSoak ? 250 : 8))

test(
  'every sum equals counting the raw rows, over a long day, in every zone, either way of counting',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(page, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...ZONES),
        fc.nat({ max: 6 }),
        fc.constantFrom(0, 40),
        async (pages, zone, from, longer) => {
          await removeRows(database)
          for (const one of pages) {
            // oxlint-disable-next-line no-await-in-loop -- one page after the other
            await storeLeadRows(database.db, clock, one)
          }
          await moveTo(zone)
          const begin = theDay('2026-10-24')
          // The longer ones hold all of October, and days before and after it.
          const period = { start: addDays(begin, from - longer), end: addDays(begin, from + 2 + longer / 5) }
          for (const countBy of ['deposit', 'lead'] as const) {
            const raw = await countRaw(zone, countBy)
            for (const filter of FILTERS) {
              // oxlint-disable-next-line no-await-in-loop -- one connection is enough
              const read = await readRange(deps, period, { filter, countBy })
              if (!read.ok) throw new Error(read.reason)
              expect(read.value.timezone).toBe(zone)
              const rows = raw.filter(
                (row) =>
                  row.day >= period.start &&
                  row.day <= period.end &&
                  (!('geo' in filter) || row.geo === foldGeo(filter.geo)) &&
                  (!('advertiserId' in filter) || row.advertiserId === filter.advertiserId) &&
                  (!('sourceNumber' in filter) || row.sourceNumber === foldSource(filter.sourceNumber)),
              )
              const { groups, days } = read.value
              const all = countOf(rows)
              expect(groups.totals).toEqual(all)
              expect(addFigures(days)).toEqual(all)
              for (const row of days) expect(row).toMatchObject(countOf(rows.filter(({ day }) => day === row.date)))
              for (const row of groups.byGeo) {
                expect(row).toMatchObject(countOf(rows.filter(({ geo }) => geo === row.geo)))
              }
              for (const row of groups.byBroker) {
                expect(row).toMatchObject(countOf(rows.filter((each) => each.advertiserId === row.advertiserId)))
              }
              for (const row of groups.byAffiliateGeo) {
                const own = rows.filter((each) => each.sourceNumber === row.sourceNumber && each.geo === row.geo)
                expect(row).toMatchObject(countOf(own))
              }
              for (const group of [groups.byGeo, groups.byBroker, groups.byAffiliate, groups.byAffiliateGeo]) {
                expect(addFigures(group)).toEqual(all)
              }
            }
          }
        },
      ),
      { seed: 20_261_121, numRuns: HISTORIES, endOnFailure: true },
    )
  },
  isSoak ? 3_600_000 : 240_000,
)

function countOf(rows: readonly Counted[]) {
  return {
    leads: rows.filter(({ what }) => what === 'leads').length,
    deposits: rows.filter(({ what }) => what === 'deposits').length,
  }
}

/** As a change of zone does it. */
async function moveTo(zone: string): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: 'timezone', value: zone, updated_at: formatInstant(clock.now()), updated_by: 'test' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: zone }))
      .execute()
    await rebuildDerived(tx, zoneOf(zone), () => undefined)
  })
}

/** Every lead and deposit on its day and under its key, by the rules alone. */
async function countRaw(zoneName: string, countBy: Counting): Promise<Counted[]> {
  const zone = zoneOf(zoneName)
  const leads = (await database.db.selectFrom('leads').selectAll().execute()).map((row) => ({
    connector: row.connector,
    id: row.external_id,
    createdAt: row.created_at,
    geo: row.geo,
    advertiserId: row.advertiser_id,
    sourceNumber: row.source_number,
    email: row.email_key,
  }))
  const deposits = (await database.db.selectFrom('deposits').selectAll().execute()).map((row) => ({
    connector: row.connector,
    id: row.external_id,
    leadId: row.lead_id,
    createdAt: row.created_at,
    geo: row.geo,
    advertiserId: row.advertiser_id,
    sourceNumber: row.source_number,
    email: row.email_key,
  }))
  const positionOf = (row: (typeof leads)[number]) => ({
    day: zone.dayOf(row.createdAt),
    geo: foldGeo(row.geo),
    advertiserId: row.advertiserId,
    sourceNumber: foldSource(row.sourceNumber),
  })
  const countDeposit = (row: (typeof deposits)[number]): Omit<Counted, 'what'>[] => {
    const owner = findLead(leads, row)
    if (countBy === 'lead') return owner ? [positionOf(owner)] : []
    return [
      {
        day: zone.dayOf(row.createdAt),
        geo: foldGeo(row.geo ?? owner?.geo ?? ''),
        advertiserId: row.advertiserId ?? owner?.advertiserId ?? '',
        sourceNumber: foldSource(row.sourceNumber ?? owner?.sourceNumber ?? ''),
      },
    ]
  }
  return [
    ...leads.map((row) => ({ ...positionOf(row), what: 'leads' as const })),
    ...deposits.flatMap(countDeposit).map((row) => ({ ...row, what: 'deposits' as const })),
  ]
}

function theDay(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error('not a day')
  return day
}
