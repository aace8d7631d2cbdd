import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import type { Database } from '#platform/db/database.ts'

// The counts of a day. Each of the first two is the end of a statement whose `moved` says which rows came (n = 1) and
// which went (n = -1); a row that changed does both, and `stays` where its key and its instant are the same.

/**
 * Brings moved leads into the counts by key. The last instant of a key that lost a lead becomes unknown;
 * `fillLastInstants` finds it.
 */
export const countMovedLeads = sql`
    lead_sums as (
      select day, geo_key, advertiser_id, source_number, sum(n)::integer as n,
        case when bool_and(n > 0) then max(created_at) end as last_at
      from moved where not stays
      group by day, geo_key, advertiser_id, source_number
    ),
    counted_leads as (
      insert into delivered_by_broker as d (day, geo_key, advertiser_id, source_number, leads, last_lead_at)
      select day, geo_key, advertiser_id, source_number, n, last_at from lead_sums
      on conflict (day, geo_key, advertiser_id, source_number) do update set
        leads = d.leads + excluded.leads,
        last_lead_at = case when excluded.last_lead_at is not null
          then greatest(d.last_lead_at, excluded.last_lead_at) end
    )`

export const countMovedStatuses = sql`
    status_sums as (
      select day, source_number, status, sum(n)::integer as n from moved where status is not null
      group by day, source_number, status having sum(n) <> 0
    ),
    counted_statuses as (
      insert into leads_by_status as s (day, source_number, status, leads)
      select day, source_number, status, n from status_sums
      on conflict (day, source_number, status) do update set leads = s.leads + excluded.leads
    )`

/** As for leads; a deposit keeps its day. */
export const countMovedDeposits = sql`
    deposit_sums as (
      select day, geo_key, advertiser_id, source_number, sum(n)::integer as n,
        case when bool_and(n > 0) then max(created_at) end as last_at
      from moved group by day, geo_key, advertiser_id, source_number
    ),
    counted_deposits as (
      insert into delivered_by_broker as d (day, geo_key, advertiser_id, source_number, deposits, last_deposit_at)
      select day, geo_key, advertiser_id, source_number, n, last_at from deposit_sums
      on conflict (day, geo_key, advertiser_id, source_number) do update set
        deposits = d.deposits + excluded.deposits,
        last_deposit_at = case when excluded.last_deposit_at is not null
          then greatest(d.last_deposit_at, excluded.last_deposit_at) end
    )`

/**
 * For deposits that moved from one lead to another, or whose lead moved: `converted` has the days and keys of the
 * leads.
 */
export const countMovedConversions = sql`
    conversion_sums as (
      select day, geo_key, advertiser_id, source_number, sum(n)::integer as n
      from converted group by day, geo_key, advertiser_id, source_number having sum(n) <> 0
    ),
    counted_conversions as (
      insert into deposits_by_lead_day as d (day, geo_key, advertiser_id, source_number, deposits)
      select day, geo_key, advertiser_id, source_number, n from conversion_sums
      on conflict (day, geo_key, advertiser_id, source_number) do update set deposits = d.deposits + excluded.deposits
    )`

/** Finds the last instants of keys that lost a row. */
export async function fillLastInstants(db: Database, days: readonly Day[]): Promise<void> {
  await sql`
    with lacking as materialized (
      select day, geo_key, advertiser_id, source_number from delivered_by_broker
      where day = any(${days}::date[]) and leads > 0 and last_lead_at is null
    ),
    found as materialized (
      select l.day, l.geo_key, l.advertiser_id, l.source_number, max(l.created_at) as last_at
      from lacking k join leads l on (l.day, l.geo_key, l.advertiser_id, l.source_number)
        = (k.day, k.geo_key, k.advertiser_id, k.source_number)
      group by 1, 2, 3, 4
    )
    update delivered_by_broker d set
      last_lead_at = coalesce(last_lead_at, (
        select last_at from found l
        where (l.day, l.geo_key, l.advertiser_id, l.source_number)
          = (d.day, d.geo_key, d.advertiser_id, d.source_number))),
      last_deposit_at = coalesce(last_deposit_at, (
        select max(created_at) from deposits p
        where (p.day, p.counted_geo_key, p.counted_advertiser_id, p.counted_source_number)
          = (d.day, d.geo_key, d.advertiser_id, d.source_number)))
    where d.day = any(${days}::date[])
      and (d.leads > 0 and d.last_lead_at is null or d.deposits > 0 and d.last_deposit_at is null)`.execute(db)
}

/** Keys of which nothing is left need no row. */
export async function deleteEmptyCounts(db: Database, days: readonly Day[]): Promise<void> {
  const listed = sql<Day>`any(${days}::date[])`
  await db
    .deleteFrom('delivered_by_broker')
    .where('day', '=', listed)
    .where('leads', '=', 0)
    .where('deposits', '=', 0)
    .execute()
  await db.deleteFrom('leads_by_status').where('day', '=', listed).where('leads', '=', 0).execute()
  await db.deleteFrom('deposits_by_lead_day').where('day', '=', listed).where('deposits', '=', 0).execute()
}

/** Whether a source ever brought a lead or a deposit. */
export async function hasCountsOf(db: Database, source: SourceNumber): Promise<boolean> {
  const row = await db
    .selectFrom('delivered_by_broker')
    .select('day')
    .where('source_number', '=', source)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Every lead and deposit of some days. */
export async function countTotalsIn(
  db: Database,
  { start, end }: DayRange,
): Promise<{ leads: number; deposits: number }> {
  return db
    .selectFrom('delivered_by_broker')
    .select((row) => [
      row.fn.coalesce(row.fn.sum<number>('leads'), sql<number>`0`).as('leads'),
      row.fn.coalesce(row.fn.sum<number>('deposits'), sql<number>`0`).as('deposits'),
    ])
    .where('day', '>=', start)
    .where('day', '<=', end)
    .executeTakeFirstOrThrow()
}
