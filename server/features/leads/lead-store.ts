import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { LeadRow, TestLead } from '#domain/leads/row.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { arrayLiteral } from '#platform/db/array-literal.ts'
import type { Database } from '#platform/db/database.ts'

export interface Stored {
  added: number
  changed: number
  /** The local days whose rows are others now. */
  days: Day[]
}

export const NOTHING_STORED: Stored = { added: 0, changed: 0, days: [] }

/**
 * Brings leads into the table and the delivered counts along with them, in one statement. The caller holds the lock of
 * the connector's feed, so nobody else writes these rows; rows that stand as they came are not written.
 */
export async function upsertLeads(
  db: Database,
  connector: string,
  rows: readonly LeadRow[],
  zone: Zone,
): Promise<Stored> {
  if (rows.length === 0) return NOTHING_STORED
  const { rows: answer } = await sql<Stored>`
    with incoming as (${unnestLeads(rows, zone)}),
    -- "offset 0" keeps the planner at one look into the index for each row, however wrongly it guesses.
    known as materialized (
      select old.* from incoming i cross join lateral (
        select * from leads where connector = ${connector} and external_id = i.external_id offset 0
      ) old
    ),
    added as (
      insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, source_name,
        advertiser_id, advertiser_name, email, email_key, status, updated_at)
      select ${connector}, i.* from incoming i
      where not exists (select from known where known.external_id = i.external_id)
      returning day, geo_key, advertiser_id, source_number
    ),
    changed as (
      update leads set
        created_at = i.created_at, day = i.day, geo = i.geo, geo_key = i.geo_key, source_number = i.source_number,
        source_name = i.source_name, advertiser_id = i.advertiser_id, advertiser_name = i.advertiser_name,
        email = i.email, email_key = i.email_key, status = i.status, updated_at = i.updated_at
      from incoming i join known on known.external_id = i.external_id
      where leads.connector = ${connector} and leads.external_id = i.external_id
        and (known.updated_at is null or coalesce(i.updated_at, i.created_at) >= known.updated_at)
        and (known.created_at, known.day, known.geo, known.geo_key, known.source_number, known.source_name,
          known.advertiser_id, known.advertiser_name, known.email, known.status, known.updated_at)
          is distinct from (i.created_at, i.day, i.geo, i.geo_key, i.source_number, i.source_name,
          i.advertiser_id, i.advertiser_name, i.email, i.status, i.updated_at)
      returning leads.external_id, leads.day, leads.geo_key, leads.advertiser_id, leads.source_number
    ),
    moved as (
      select day, geo_key, advertiser_id, source_number, 1 as n from added
      union all select day, geo_key, advertiser_id, source_number, 1 from changed
      union all select known.day, known.geo_key, known.advertiser_id, known.source_number, -1
        from changed join known using (external_id)
    ),
    ${countMoved}
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
      array(select distinct day from moved order by day)::text[] as days`.execute(db)
  return answer[0] ?? NOTHING_STORED
}

/** Removes leads that turned out to be tests. */
export async function deleteTestLeads(db: Database, connector: string, rows: readonly TestLead[]): Promise<Stored> {
  if (rows.length === 0) return NOTHING_STORED
  const versions = rows.map((row) => row.updatedAt ?? row.createdAt)
  const { rows: answer } = await sql<Stored>`
    with incoming as (
      select id, to_timestamp(version / 1000.0) as version
      from unnest(${arrayLiteral(rows.map((row) => row.id))}::text[], ${arrayLiteral(versions)}::int8[]) as i (id, version)
    ),
    removed as (
      delete from leads using incoming i
      where connector = ${connector} and external_id = i.id
        and (updated_at is null or i.version is null or i.version >= updated_at)
      returning day, geo_key, advertiser_id, source_number
    ),
    moved as (select day, geo_key, advertiser_id, source_number, -1 as n from removed),
    ${countMoved}
    select 0 as added, (select count(*) from removed) as changed,
      array(select distinct day from moved order by day)::text[] as days`.execute(db)
  return answer[0] ?? NOTHING_STORED
}

/** Keys of which no lead is left need no row. */
export async function deleteEmptyCounts(db: Database, days: readonly Day[]): Promise<void> {
  await db.deleteFrom('delivered_by_broker').where('leads', '=', 0).where('day', 'in', days).execute()
}

/** Brings `moved` into the delivered counts, by ordered keys so that two connectors cannot deadlock. */
const countMoved = sql`
    sums as (
      select day, geo_key, advertiser_id, source_number, sum(n)::integer as n from moved
      group by day, geo_key, advertiser_id, source_number having sum(n) <> 0
    ),
    counted as (
      insert into delivered_by_broker as d (day, geo_key, advertiser_id, source_number, leads)
      select day, geo_key, advertiser_id, source_number, n from sums
      order by day, geo_key, advertiser_id, source_number
      on conflict (day, geo_key, advertiser_id, source_number) do update set leads = d.leads + excluded.leads
    )`

function unnestLeads(rows: readonly LeadRow[], zone: Zone): RawBuilder<unknown> {
  const column = (read: (row: LeadRow) => string | number | null) => arrayLiteral(rows.map(read))
  return sql`
    select external_id, to_timestamp(created_at / 1000.0) as created_at, day, geo, geo_key, source_number, source_name,
      advertiser_id, advertiser_name, email, email_key, status, to_timestamp(updated_at / 1000.0) as updated_at
    from unnest(
      ${column((row) => row.id)}::text[], ${column((row) => row.createdAt)}::int8[],
      ${column((row) => zone.dayOf(row.createdAt))}::date[],
      ${column((row) => row.geo)}::text[], ${column((row) => row.geoKey)}::text[],
      ${column((row) => row.sourceNumber)}::text[], ${column((row) => row.sourceName)}::text[],
      ${column((row) => row.advertiserId)}::text[], ${column((row) => row.advertiserName)}::text[],
      ${column((row) => row.email)}::text[], ${column((row) => row.emailKey)}::text[],
      ${column((row) => row.status)}::text[], ${column((row) => row.updatedAt)}::int8[]
    ) as i (external_id, created_at, day, geo, geo_key, source_number, source_name, advertiser_id, advertiser_name,
      email, email_key, status, updated_at)`
}
