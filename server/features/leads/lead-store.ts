import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { LeadChange, LeadRow, TestLead } from '#domain/leads/row.ts'
import { arrayLiteral, oneOf } from '#platform/db/expressions.ts'
import type { Database } from '#platform/db/database.ts'
import { countMovedLeads, countMovedStatuses } from './count-store.ts'
import { awaiting, type DepositKey } from './match-store.ts'

/** The number of new and of changed rows. */
export interface Fresh {
  added: number
  changed: number
}

export interface Stored extends Fresh {
  /** The local days whose rows are others now. */
  days: Day[]
}

/** The result for leads, and the deposits whose lead may have changed. */
export interface StoredLeads extends Stored {
  deposits: DepositKey[]
}

export const NOTHING_STORED: StoredLeads = { added: 0, changed: 0, days: [], deposits: [] }

/** The zone that local days are of, and the instant before which e-mails of rows are forgotten. */
export interface Terms {
  zone: Zone
  forgetBefore: Instant
}

interface StoredRow extends Stored {
  connectors: string[]
  ids: string[]
}

/**
 * Writes leads with their counts in one statement. The caller holds the lock (`lockDerived`), so nobody else writes
 * these rows. Unchanged rows are not written.
 */
export async function upsertLeads(
  db: Database,
  connector: string,
  rows: readonly LeadRow[],
  terms: Terms,
): Promise<StoredLeads> {
  if (rows.length === 0) return NOTHING_STORED
  const { rows: answer } = await sql<StoredRow>`
    with known as materialized (${selectKnown(connector, rows)}),
    fresh as materialized (${compareLeads(rows, terms)}),
    added as (
      insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, source_name,
        advertiser_id, advertiser_name, email, email_key, status, tracking, updated_at)
      select ${connector}, external_id, created_at, day, geo, geo_key, source_number, source_name, advertiser_id,
        advertiser_name, email, email_key, status, tracking, updated_at
      from fresh where is_new
    ),
    changed as (
      update leads set
        created_at = i.created_at, day = i.day, geo = i.geo, geo_key = i.geo_key, source_number = i.source_number,
        source_name = i.source_name, advertiser_id = i.advertiser_id, advertiser_name = i.advertiser_name,
        email = i.email, email_key = i.email_key, status = i.status, tracking = i.tracking,
        updated_at = i.updated_at
      from fresh i
      where not i.is_new and leads.connector = ${connector} and leads.external_id = i.external_id
    ),
    compared as (
      select *, not is_new and (created_at, day, geo_key, advertiser_id, source_number)
        = (was_at, was_day, was_geo_key, was_advertiser_id, was_source_number) as stays
      from fresh
    ),
    moved as (
      select created_at, day, geo_key, advertiser_id, source_number, status, stays, 1 as n from compared
      union all
      select was_at, was_day, was_geo_key, was_advertiser_id, was_source_number, was_status, stays, -1
        from compared where not is_new
    ),
    ${countMovedLeads},
    ${countMovedStatuses},
    touched as (
      ${awaiting.named(connector, sql`fresh`, sql`is_new`)}
      union ${awaiting.found(connector, sql`fresh`, sql`not is_new`)}
      union ${awaiting.namesake(sql`fresh`)}
    )
    select (select count(*) from fresh where is_new) as added, (select count(*) from fresh where not is_new) as changed,
      array(select distinct day from moved order by day)::text[] as days,
      array(select connector from touched order by connector, external_id) as connectors,
      array(select external_id from touched order by connector, external_id) as ids`.execute(db)
  return readStored(answer[0])
}

/** The stored state of these leads. */
function selectKnown(connector: string, rows: readonly LeadChange[]): RawBuilder<unknown> {
  const ids = arrayLiteral(rows.map(({ id }) => id))
  return sql`select * from leads where connector = ${connector} and external_id = ${oneOf(ids)}`
}

/** Leads that differ from the stored state (`known`): new ones and changed ones. */
function compareLeads(rows: readonly LeadRow[], terms: Terms): RawBuilder<unknown> {
  return sql`
      select i.*, known.external_id is null as is_new, known.created_at as was_at, known.day as was_day,
        known.geo_key as was_geo_key, known.advertiser_id as was_advertiser_id,
        known.source_number as was_source_number, known.status as was_status
      from (${unnestLeads(rows, terms)}) i left join known on known.external_id = i.external_id
      where known.external_id is null
        or (known.updated_at is null or coalesce(i.updated_at, i.created_at) >= known.updated_at)
          and (known.created_at, known.day, known.geo, known.geo_key, known.source_number, known.source_name,
            known.advertiser_id, known.advertiser_name, known.email, known.email_key, known.status,
            known.tracking, known.updated_at)
            -- An e-mail that is too old to be kept is no change by itself.
            is distinct from (i.created_at, i.day, i.geo, i.geo_key, i.source_number, i.source_name,
            i.advertiser_id, i.advertiser_name, coalesce(i.email, known.email), i.email_key, i.status,
            i.tracking, i.updated_at)`
}

/** Counts the leads that would be new, and those that would change; writes nothing. */
export async function countFreshLeads(
  db: Database,
  connector: string,
  rows: readonly LeadRow[],
  terms: Terms,
): Promise<Fresh> {
  if (rows.length === 0) return { added: 0, changed: 0 }
  const { rows: answer } = await sql<Fresh>`
    with known as materialized (${selectKnown(connector, rows)})
    select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed
    from (${compareLeads(rows, terms)}) fresh`.execute(db)
  return answer[0] ?? { added: 0, changed: 0 }
}

/** Removes leads that turned out to be tests. */
export async function deleteTestLeads(
  db: Database,
  connector: string,
  rows: readonly TestLead[],
): Promise<StoredLeads> {
  if (rows.length === 0) return NOTHING_STORED
  const { rows: answer } = await sql<StoredRow>`
    with incoming as (${unnestTests(rows)}),
    removed as (
      delete from leads using incoming i where connector = ${connector} and ${isWithdrawn}
      returning external_id, created_at, day, geo_key, advertiser_id, source_number, status
    ),
    moved as (select *, false as stays, -1 as n from removed),
    ${countMovedLeads},
    ${countMovedStatuses},
    touched as (${awaiting.found(connector, sql`removed`, sql`true`)})
    select 0 as added, (select count(*) from removed) as changed,
      array(select distinct day from moved order by day)::text[] as days,
      array(select connector from touched order by connector, external_id) as connectors,
      array(select external_id from touched order by connector, external_id) as ids`.execute(db)
  return readStored(answer[0])
}

/** Counts the stored leads that would be removed as tests; writes nothing. */
export async function countTestLeads(db: Database, connector: string, rows: readonly TestLead[]): Promise<number> {
  if (rows.length === 0) return 0
  const { rows: answer } = await sql<{ removed: number }>`
    with known as materialized (${selectKnown(connector, rows)})
    select count(*) as removed from known join (${unnestTests(rows)}) i on ${isWithdrawn}`.execute(db)
  return answer[0]?.removed ?? 0
}

function unnestTests(rows: readonly TestLead[]): RawBuilder<unknown> {
  const versions = rows.map((row) => row.updatedAt ?? row.createdAt)
  return sql`
    select id, to_timestamp(version / 1000.0) as version
    from unnest(${arrayLiteral(rows.map((row) => row.id))}::text[], ${arrayLiteral(versions)}::int8[]) as t (id, version)`
}

/** Whether a test `i` withdraws a lead: one that is older does not. */
const isWithdrawn = sql`
  external_id = i.id and (updated_at is null or i.version is null or i.version >= updated_at)`

function readStored(row: StoredRow | undefined): StoredLeads {
  if (!row) return NOTHING_STORED
  const { connectors, ids, ...stored } = row
  return { ...stored, deposits: connectors.map((connector, index) => ({ connector, id: ids[index] ?? '' })) }
}

function unnestLeads(rows: readonly LeadRow[], { zone, forgetBefore }: Terms): RawBuilder<unknown> {
  const column = (read: (row: LeadRow) => string | number | null) => arrayLiteral(rows.map(read))
  return sql`
    select external_id, to_timestamp(created_at / 1000.0) as created_at, day, geo, geo_key, source_number, source_name,
      advertiser_id, advertiser_name, case when created_at >= ${forgetBefore} then email end as email, email_key, status,
      tracking::jsonb as tracking, to_timestamp(updated_at / 1000.0) as updated_at
    from unnest(
      ${column((row) => row.id)}::text[], ${column((row) => row.createdAt)}::int8[],
      ${column((row) => zone.dayOf(row.createdAt))}::date[],
      ${column((row) => row.geo)}::text[], ${column((row) => row.geoKey)}::text[],
      ${column((row) => row.sourceNumber)}::text[], ${column((row) => row.sourceName)}::text[],
      ${column((row) => row.advertiserId)}::text[], ${column((row) => row.advertiserName)}::text[],
      ${column((row) => row.email)}::text[], ${column((row) => row.emailKey)}::text[],
      ${column((row) => row.status)}::text[],
      ${column((row) => row.tracking && JSON.stringify(row.tracking))}::text[], ${column((row) => row.updatedAt)}::int8[]
    ) as i (external_id, created_at, day, geo, geo_key, source_number, source_name, advertiser_id, advertiser_name,
      email, email_key, status, tracking, updated_at)`
}
