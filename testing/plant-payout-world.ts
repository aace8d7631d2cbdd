import { sql } from 'kysely'
import { formatHundredths } from '#domain/kernel/cents.ts'
import { foldEmail, foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Deal } from '#domain/payouts/rows.ts'
import { rematchDeposits } from '#server/features/leads/match-store.ts'
import { replaceCounts } from '#server/features/leads/rebuild-store.ts'
import type { Tx } from '#platform/db/database.ts'
import { plantPauses } from './payout-pauses.ts'
import type { PayoutWorld } from './payout-worlds.ts'

/** Deals of one day, geo and source have one affiliate cap between them, which worlds do not know: the last one's. */
export function withOneAffiliateCap(world: PayoutWorld): PayoutWorld {
  const prices = new Map(world.deals.map((deal) => [keyOfAffiliateCap(deal), deal.affiliatePrice]))
  return {
    ...world,
    deals: world.deals.map((deal) => ({ ...deal, affiliatePrice: prices.get(keyOfAffiliateCap(deal)) ?? null })),
  }
}

function keyOfAffiliateCap({ date, geo, sourceNumber }: Deal): string {
  return [date, foldGeo(geo), foldSource(sourceNumber)].join(' ')
}

/** Puts a world, with one affiliate cap for the deals of each day, geo and source, in the place of all that stands. */
export async function plantPayoutWorld(
  tx: Tx,
  { zone: name, deals, pauses, leads, deposits }: PayoutWorld,
): Promise<void> {
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
  const affiliateCaps = new Map(deals.map((deal) => [keyOfAffiliateCap(deal), deal]))
  for (const { capId, date, affiliatePrice, ...deal } of affiliateCaps.values()) {
    if (!affiliatePrice) continue
    const { cpa, crg } = affiliatePrice
    const row = { ...places(deal), id: `a-${capId}`, kind: 'affiliate', date, cap: 2, created_by: 'anna' }
    // oxlint-disable-next-line no-await-in-loop -- few
    await tx
      .insertInto('caps')
      .values({
        ...row,
        cpa: cpa === null ? null : formatHundredths(cpa),
        crg: crg === null ? null : formatHundredths(crg),
      })
      .execute()
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
  await replaceCounts(tx)
}
