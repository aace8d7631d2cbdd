import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** Whoever adds rows may do so beside others who add; whoever rebuilds what is derived from them is alone. */
export async function lockDerived(tx: Tx, purpose: 'to add' | 'to rebuild'): Promise<void> {
  const key = sql`hashtextextended('leads.derived', 0)`
  await (
    purpose === 'to add' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`
  ).execute(tx)
}

export async function countDeliveredOn(db: Database, day: Day): Promise<number> {
  const { total } = await db
    .selectFrom('delivered_by_broker')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('leads'), sql<number>`0`).as('total'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return total
}

/** A key whose stored count is not what counting its leads gives. */
export interface DeliveredDifference {
  day: Day
  geoKey: string
  advertiserId: string
  sourceNumber: string
  stored: number
  counted: number
}

/** Counts all leads again, by their local days in the zone, and answers every key that is stored with another number. */
export async function listDeliveredDifferences(db: Database, zone: string): Promise<DeliveredDifference[]> {
  const { rows } = await sql<DeliveredDifference>`
    with counted as (${countLeads(zone)})
    select day, geo_key as "geoKey", advertiser_id as "advertiserId", source_number as "sourceNumber",
      coalesce(stored.leads, 0) as stored, coalesce(counted.leads, 0) as counted
    from counted full join delivered_by_broker stored using (day, geo_key, advertiser_id, source_number)
    where coalesce(stored.leads, 0) <> coalesce(counted.leads, 0)
    order by day, geo_key, advertiser_id, source_number`.execute(db)
  return rows
}

/** Puts every lead and deposit onto its local day in the zone. */
export async function updateLocalDays(db: Database, zone: string): Promise<void> {
  const day = sql<Day>`(created_at at time zone ${zone})::date`
  await db.updateTable('leads').set({ day }).where('day', '!=', day).execute()
  await db.updateTable('deposits').set({ day }).where('day', '!=', day).execute()
}

export async function replaceDelivered(db: Database, zone: string): Promise<void> {
  await db.deleteFrom('delivered_by_broker').execute()
  await sql`insert into delivered_by_broker (day, geo_key, advertiser_id, source_number, leads) ${countLeads(zone)}`.execute(
    db,
  )
}

function countLeads(zone: string) {
  return sql`
    select (created_at at time zone ${zone})::date as day, geo_key, advertiser_id, source_number,
      count(*)::integer as leads
    from leads group by 1, 2, 3, 4`
}
