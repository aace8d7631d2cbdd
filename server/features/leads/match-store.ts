import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { DERIVED, lockName } from '#platform/db/locks.ts'
import { countMovedConversions, countMovedDeposits } from './count-store.ts'

export interface DepositKey {
  connector: string
  id: string
}

/** Deposits whose lead may have changed, because these leads came, changed or went. */
export const awaiting = {
  /** Deposits that name one of these leads. */
  named: (connector: string, leads: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select d.connector, d.external_id from ${leads} l cross join lateral (
      select connector, external_id from deposits
      where connector = ${connector} and lead_id = l.external_id offset 0
    ) d where ${which}`,
  /** Deposits that belong to one of these leads. */
  found: (connector: string, leads: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select d.connector, d.external_id from ${leads} l cross join lateral (
      select connector, external_id from deposits
      where found_connector = ${connector} and found_lead_id = l.external_id offset 0
    ) d where ${which}`,
  /** Deposits with the e-mail of one of these leads, and without a lead of their own. */
  namesake: (leads: RawBuilder<unknown>) => sql`
    select d.connector, d.external_id from ${leads} l cross join lateral (
      select connector, external_id from deposits
      where email_key = l.email_key and (connector, lead_id) is distinct from (found_connector, found_lead_id) offset 0
    ) d`,
}

/**
 * Finds the leads of deposits again, and counts each under its key and under that of its lead. Returns the local days
 * whose counts changed, or whose deposits have a new lead, or one of another day or key.
 */
export async function matchDeposits(db: Database, keys: readonly DepositKey[]): Promise<Day[]> {
  if (keys.length === 0) return []
  const wanted = sql`
    select d.* from unnest(
      ${arrayLiteral(keys.map(({ connector }) => connector))}::text[], ${arrayLiteral(keys.map(({ id }) => id))}::text[]
    ) as w (connector, id) cross join lateral (
      select * from deposits where connector = w.connector and external_id = w.id offset 0
    ) d`
  const { rows } = await sql<{ days: Day[] }>`
    with target as materialized (${findLeadsOf(wanted)}),
    matched as (${storeMatches}),
    moved as (
      select day, geo_key, advertiser_id, source_number, created_at, 1 as n from target where ${hasMoved}
      union all
      select day, counted_geo_key, counted_advertiser_id, counted_source_number, created_at, -1 from target
      where ${hasMoved} and counted_geo_key is not null
    ),
    ${countMovedDeposits},
    converted as (
      select lead_day as day, lead_geo_key as geo_key, lead_advertiser_id as advertiser_id,
        lead_source_number as source_number, 1 as n
      from target where ${hasMovedLead} and lead_day is not null
      union all
      select counted_lead_day, counted_lead_geo_key, counted_lead_advertiser_id, counted_lead_source_number, -1
      from target where ${hasMovedLead} and counted_lead_day is not null
    ),
    ${countMovedConversions}
    select array(
      select day from moved union select day from converted
      union select day from target where ${hasMovedLead} order by day
    )::text[] as days`.execute(db)
  return rows[0]?.days ?? []
}

/** The same for all deposits, without counting. */
export async function rematchDeposits(db: Database): Promise<void> {
  await sql`with target as materialized (${findLeadsOf(sql`select * from deposits`)}) ${storeMatches}`.execute(db)
}

/**
 * The lead of each deposit and the key under which it counts, beside the stored ones (docs/rules.md, Payout report 3):
 * the named lead, else the latest with its e-mail that is not younger and that it does not contradict.
 */
export function findLeadsOf(deposits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with d as materialized (${deposits}),
    named as materialized (
      select * from leads where connector = any(array(select distinct connector from d where lead_id is not null))
        and external_id = any(array(select lead_id from d))
    ),
    nameless as materialized (
      select * from d where email_key is not null and not exists (
        select from named where named.connector = d.connector and named.external_id = d.lead_id
      )
    ),
    kin as materialized (
      select * from leads where email_key = any(array(select email_key from nameless)) and email_key is not null
    ),
    namesake as (
      select distinct on (n.connector, n.external_id) n.connector as of_connector, n.external_id as of_id, kin.*
      from nameless n join kin on kin.email_key = n.email_key and (kin.created_at <= n.created_at or kin.created_at < n.created_before)
        and (n.advertiser_id is null or lower(kin.advertiser_id) = lower(n.advertiser_id))
        and (n.source_number is null or kin.source_number = n.source_number)
      order by n.connector, n.external_id, kin.created_at desc, kin.external_id collate "C" desc,
        kin.connector collate "C" desc
    )
    select d.connector, d.external_id, d.day, d.created_at, d.found_connector, d.found_lead_id,
      d.counted_geo_key, d.counted_advertiser_id, d.counted_source_number,
      d.counted_lead_day, d.counted_lead_geo_key, d.counted_lead_advertiser_id, d.counted_lead_source_number,
      coalesce(named.connector, namesake.connector) as lead_connector,
      coalesce(named.external_id, namesake.external_id) as lead_id,
      coalesce(named.day, namesake.day) as lead_day,
      coalesce(named.geo_key, namesake.geo_key) as lead_geo_key,
      coalesce(named.advertiser_id, namesake.advertiser_id) as lead_advertiser_id,
      coalesce(named.source_number, namesake.source_number) as lead_source_number,
      coalesce(d.geo_key, named.geo_key, namesake.geo_key, '') as geo_key,
      coalesce(d.advertiser_id, named.advertiser_id, namesake.advertiser_id, '') as advertiser_id,
      coalesce(d.source_number, named.source_number, namesake.source_number, '') as source_number
    from d
    left join named on named.connector = d.connector and named.external_id = d.lead_id
    left join namesake on namesake.of_connector = d.connector and namesake.of_id = d.external_id`
}

const hasMoved = sql`(counted_geo_key, counted_advertiser_id, counted_source_number)
  is distinct from (geo_key, advertiser_id, source_number)`

const hasMovedLead = sql`
  (counted_lead_day, counted_lead_geo_key, counted_lead_advertiser_id, counted_lead_source_number)
    is distinct from (lead_day, lead_geo_key, lead_advertiser_id, lead_source_number)`

/** Of a row of `findLeadsOf` that is not stored so. */
export const isStoredOtherwise = sql<boolean>`
  (t.found_connector, t.found_lead_id, t.counted_geo_key, t.counted_advertiser_id, t.counted_source_number,
    t.counted_lead_day, t.counted_lead_geo_key, t.counted_lead_advertiser_id, t.counted_lead_source_number)
  is distinct from (t.lead_connector, t.lead_id, t.geo_key, t.advertiser_id, t.source_number,
    t.lead_day, t.lead_geo_key, t.lead_advertiser_id, t.lead_source_number)`

const storeMatches = sql`
  update deposits set
    found_connector = t.lead_connector, found_lead_id = t.lead_id, counted_geo_key = t.geo_key,
    counted_advertiser_id = t.advertiser_id, counted_source_number = t.source_number,
    counted_lead_day = t.lead_day, counted_lead_geo_key = t.lead_geo_key,
    counted_lead_advertiser_id = t.lead_advertiser_id, counted_lead_source_number = t.lead_source_number
  from target t
  where deposits.connector = t.connector and deposits.external_id = t.external_id
    and ${isStoredOtherwise}`

/**
 * Serialises writes of leads, deposits and derived values to the end of the transaction: two simultaneous pages could
 * each miss the lead or the deposit of the other.
 */
export async function lockDerived(tx: Tx): Promise<void> {
  await lockName(tx, DERIVED)
}
