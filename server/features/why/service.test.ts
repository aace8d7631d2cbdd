import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { systemClock } from '#platform/clock.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { computeReference, findLead } from '#testing/payout-reference.ts'
import { plantPayoutWorld, withOneAffiliateCap } from '#testing/plant-payout-world.ts'
import { payoutWorlds, type PayoutWorld } from '#testing/payout-worlds.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Deal, PayoutLead } from '#domain/payouts/rows.ts'
import { upsertSetting } from '#server/features/settings/store.ts'
import { createForecastCaches } from '#server/features/suggestions/forecast-service.ts'
import { explainCap, type CapWhy } from './service.ts'

const RUNS = process.env['SOAK'] === '1' ? 2_000 : 25

const clock = createTestClock('2026-03-30T15:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('every number is what counting by hand gives, whatever the world', async () => {
  const deps = { db: database.db, clock, connectors: [], kept: createForecastCaches(clock) }
  await fc.assert(
    fc.asyncProperty(payoutWorlds.map(withOneAffiliateCap), async (world) => {
      await plant(world)
      for (const deal of world.deals) {
        // oxlint-disable-next-line no-await-in-loop -- one world at a time
        const why = await explainCap(deps, 'broker', deal.capId)
        if (!why.ok) throw new Error(why.reason)
        expect(summarize(why.value)).toEqual(countForBroker(world, deal))
      }
      for (const deal of world.deals) {
        // oxlint-disable-next-line no-await-in-loop
        const why = await explainCap(deps, 'affiliate', `a-${deal.capId}`)
        if (why.ok) expect(summarize(why.value)).toEqual(countForAffiliate(world, deal))
      }
    }),
    { numRuns: RUNS },
  )
})

async function plant(world: PayoutWorld): Promise<void> {
  const { terms } = world
  const settings = {
    timezone: world.zone,
    invalid_statuses: world.invalidStatuses.join('\n'),
    payout_by_affiliate_caps: String(terms.priceBy === 'affiliateCap'),
    payout_pool_guarantee: String(terms.guarantee === 'pool'),
    payout_most_invalid_percent: terms.mostInvalid === null ? '' : String(terms.mostInvalid),
    payout_whole_conversions: String(terms.conversions === 'whole'),
    payout_settle_earlier: String(terms.earlierLeads === 'settled'),
    payout_paused_leads_hours: terms.pausedLeads === null ? '' : String(terms.pausedLeads),
  }
  await database.db.transaction().execute(async (tx) => {
    for (const [key, value] of Object.entries(settings)) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await upsertSetting(tx, { key, value, sealed: null, updatedAt: systemClock.now(), updatedBy: 'anna' })
    }
    await plantPayoutWorld(tx, world)
  })
}

interface Counted {
  delivered: number
  course: number[]
  fates: number[]
  sameSource: string[]
  otherSources: string[]
  unplanned: number
  lastLeadAt: number | null
  source: { name: string | null; leads: number; lastLeadAt: number | null }
  deposits: number[]
  owed: number | null
}

/** What of an answer is counted by hand too, without what differs in order only. */
function summarize({ cap, course, fates, near, lastLeadAt, source, deposits, owed }: CapWhy): Counted {
  const lines = (places: CapWhy['near']['sameSource']) =>
    places.map(({ advertiserId, sourceNumber, leads, planned }) =>
      [advertiserId, sourceNumber, leads, planned].join(' '),
    )
  return {
    delivered: cap.actualCount,
    course: [course.today.at(-1) ?? 0, course.yesterday.at(-1) ?? 0],
    fates: [
      fates.valid,
      [...fates.invalid.values()].reduce((sum, leads) => sum + leads, 0),
      fates.outsideWorkingHours,
      fates.paused,
      fates.capped,
    ],
    sameSource: lines(near.sameSource).toSorted(),
    otherSources: lines(near.otherSources).toSorted(),
    unplanned: near.unplanned,
    lastLeadAt,
    source,
    deposits: [deposits.inside, deposits.outside, deposits.unmatched, deposits.unsold],
    owed: owed?.total ?? null,
  }
}

/** The world once more, plainly: what has the key of a deal, and what has all of it but one part. */
function lookAt(world: PayoutWorld, { date, geo, sourceNumber }: Deal) {
  const zone = zoneOf(world.zone)
  const isGeo = (row: { geo: string }) => foldGeo(row.geo) === foldGeo(geo)
  const isSource = (row: { sourceNumber: string }) => foldSource(row.sourceNumber) === foldSource(sourceNumber)
  const ofDay = world.leads.filter(({ createdAt }) => zone.dayOf(createdAt) === date)
  const before = world.leads.filter((lead) => {
    const next = zone.localTimeOf(lead.createdAt).day
    return next < date && world.leads.length > 0 && dayBefore(date) === next && isGeo(lead) && isSource(lead)
  })
  const deals = world.deals.filter((deal) => deal.date === date && isGeo(deal))
  const inGeo = ofDay.filter(isGeo)
  const isPlanned = (lead: PayoutLead) =>
    deals.some((deal) => deal.advertiserId === lead.advertiserId && sameSource(deal, lead)) ||
    deals.some((deal) => deal.affiliatePrice !== null && sameSource(deal, lead))
  const last = (leads: readonly PayoutLead[]) =>
    leads.length === 0 ? null : Math.max(...leads.map((lead) => lead.createdAt))
  const ofSource = ofDay.filter(isSource)
  return {
    deals,
    inGeo,
    isSource,
    before,
    last,
    /** Leads of all days up to this one with the geo and source. */
    upTo: world.leads.filter((lead) => zone.dayOf(lead.createdAt) <= date && isGeo(lead) && isSource(lead)),
    unplanned: inGeo.filter((lead) => !isPlanned(lead)).length,
    source: { name: null, leads: ofSource.length, lastLeadAt: last(ofSource) },
  }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

function sameSource(a: { sourceNumber: string }, b: { sourceNumber: string }): boolean {
  return foldSource(a.sourceNumber) === foldSource(b.sourceNumber)
}

function countForBroker(world: PayoutWorld, deal: Deal): Counted {
  const seen = lookAt(world, deal)
  const isBroker = (row: { advertiserId: string }) => row.advertiserId === deal.advertiserId
  const own = seen.inGeo.filter((lead) => seen.isSource(lead) && isBroker(lead))
  const { fates, deposits, owed } = judge(world, deal)
  return {
    delivered: own.length,
    course: [own.filter(() => hasBegun(world, deal)).length, seen.before.filter(isBroker).length],
    fates,
    sameSource: listPlaces(seen, (row) => seen.isSource(row) && !isBroker(row)),
    otherSources: listPlaces(seen, (row) => !seen.isSource(row) && isBroker(row)),
    unplanned: seen.unplanned,
    lastLeadAt: seen.last(seen.upTo.filter(isBroker)),
    source: seen.source,
    deposits: [...deposits, 0],
    owed,
  }
}

/** Leads of a time to come are no part of the course up to now. */
function hasBegun(world: PayoutWorld, deal: Deal): boolean {
  return deal.date <= zoneOf(world.zone).dayOf(clock.now())
}

function countForAffiliate(world: PayoutWorld, deal: Deal): Counted {
  const seen = lookAt(world, deal)
  const own = seen.inGeo.filter(seen.isSource)
  const asAffiliate = { ...deal, cap: 2, workingHours: null, alwaysOn: false }
  // Fates by the affiliate cap's own terms: all its leads as if one broker had bought them.
  const bought = world.leads.map((lead) => ({ ...lead, advertiserId: 'A1' }))
  const { fates } = judge({ ...world, leads: bought, deposits: [] }, { ...asAffiliate, advertiserId: 'A1' })
  const sold = seen.deals.filter((one) => sameSource(one, deal)).map((one) => judge(world, one))
  const add = (at: number) => sold.reduce((sum, { deposits }) => sum + (deposits[at] ?? 0), 0)
  const unsold = own.filter(
    (lead) => !seen.deals.some((one) => sameSource(one, deal) && one.advertiserId === lead.advertiserId),
  )
  const ofUnsold = world.deposits.filter((deposit) => {
    const owner = findLead(world.leads, deposit)
    return unsold.some((lead) => lead === owner)
  })
  return {
    delivered: own.length,
    course: [hasBegun(world, deal) ? own.length : 0, seen.before.length],
    fates,
    sameSource: listPlaces(seen, seen.isSource),
    otherSources: listSources(seen, (row) => !seen.isSource(row)),
    unplanned: seen.unplanned,
    lastLeadAt: seen.last(seen.upTo),
    source: seen.source,
    deposits: [add(0), add(1), add(2), ofUnsold.length],
    owed: sold.reduce((sum, { owed }) => sum + owed, 0),
  }
}

/** By the plain reading of the rules: a report from the deal's day to today that has no other deal. */
function judge(world: PayoutWorld, deal: Deal) {
  const today = zoneOf(world.zone).dayOf(clock.now())
  const range = { start: deal.date, end: today < deal.date ? deal.date : today }
  const report = computeReference({ ...world, range, deals: [deal] })
  const one = report.deals[deal.capId]
  if (!one) throw new Error('no such deal')
  const topUp = Object.values(report.topUps).reduce((sum, cents) => sum + cents, 0)
  return {
    fates: [one.valid.length, one.invalid.length, one.outside.length, one.paused.length, one.capped.length],
    deposits: [one.insideDeposits.length, one.outsideDeposits.length, one.unmatchedDeposits.length],
    owed: one.cpa + topUp + one.extras,
  }
}

type Seen = ReturnType<typeof lookAt>

function listPlaces(seen: Seen, fits: (row: { advertiserId: string; sourceNumber: string }) => boolean): string[] {
  const rows = [...seen.inGeo, ...seen.deals].filter(fits)
  const names = new Set(rows.map((row) => `${row.advertiserId} ${foldSource(row.sourceNumber)}`))
  return [...names]
    .map((name) => {
      const has = (row: { advertiserId: string; sourceNumber: string }) =>
        `${row.advertiserId} ${foldSource(row.sourceNumber)}` === name
      return `${name} ${seen.inGeo.filter(has).length} ${seen.deals.find(has)?.cap ?? ''}`
    })
    .toSorted()
}

function listSources(seen: Seen, fits: (row: { sourceNumber: string }) => boolean): string[] {
  const planned = seen.deals.filter(({ affiliatePrice }) => affiliatePrice !== null)
  const names = new Set([...seen.inGeo, ...planned].filter(fits).map((row) => foldSource(row.sourceNumber)))
  return [...names]
    .map((name) => {
      const has = (row: { sourceNumber: string }) => foldSource(row.sourceNumber) === name
      return ` ${name} ${seen.inGeo.filter(has).length} ${planned.some(has) ? 2 : ''}`
    })
    .toSorted()
}
