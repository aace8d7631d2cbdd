import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { LeadRow } from '#domain/leads/row.ts'
import { arrayLiteral, oneOf, timestamp, zoneName } from '#platform/db/expressions.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { countMovedConversions, countMovedDeposits } from './count-store.ts'

export type KeptKind = 'leads' | 'deposits'

/** Rows that were stored together and may be undone together, such as an upload. */
export interface Batch {
  id: string
  connector: string
}

/** Some rows of a batch. */
export interface BatchRows extends Batch {
  kind: KeptKind
  ids: readonly string[]
}

/** Columns that follow from the row's own columns, or from other rows. */
const DERIVED = [
  'day',
  'found_connector',
  'found_lead_id',
  'counted_geo_key',
  'counted_advertiser_id',
  'counted_source_number',
  'counted_lead_day',
  'counted_lead_geo_key',
  'counted_lead_advertiser_id',
  'counted_lead_source_number',
]
const ownColumns = sql`to_jsonb(r) - ${arrayLiteral(DERIVED)}::text[]`

function selectRows({ connector, kind, ids }: Omit<BatchRows, 'id'>): RawBuilder<unknown> {
  return sql`
    select * from ${sql.table(kind)} where connector = ${connector} and external_id = ${oneOf(arrayLiteral(ids))}`
}

/** Keeps the state of rows before a batch writes them. */
export async function insertKept(tx: Tx, { id, connector, kind, ids }: BatchRows, at: Instant): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with r as materialized (${selectRows({ connector, kind, ids })})
    insert into kept_rows (batch, connector, kind, external_id, kept_at, fate, before)
    select ${id}, ${connector}, ${kind}, i.id, ${timestamp(at)}, case when r.external_id is null then 'new' else 'changed' end,
      case when r.external_id is not null then ${ownColumns} end
    from unnest(${arrayLiteral(ids)}::text[]) as i (id) left join r on r.external_id = i.id
    on conflict do nothing`.execute(tx)
}

/**
 * After the write: for unchanged rows only the fact that the batch had them is kept. Each row is looked up by its key,
 * because nothing is known yet of how many rows a new table has: a join of both would compare every row with every other.
 */
export async function settleKept(tx: Tx, { id, connector, kind, ids }: BatchRows): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with r as materialized (${selectRows({ connector, kind, ids })}),
    same as materialized (
      select r.external_id from r cross join lateral (
        select before from kept_rows k
        where k.batch = ${id} and k.kind = ${kind} and k.external_id = r.external_id and k.fate = 'changed'
        offset 0
      ) mine where mine.before = ${ownColumns}
    )
    update kept_rows set fate = 'same', before = null
    where batch = ${id} and kind = ${kind} and external_id = any(array(select external_id from same))`.execute(tx)
}

/**
 * Removes a batch from the history of its rows: the next batch with a row gets the state before this one. The remaining
 * rows are those that it wrote last.
 */
export async function unlinkKept(tx: Tx, { id, connector }: Batch): Promise<void> {
  await sql`
    with mine as (
      select k.*, next.batch as next_batch from kept_rows k cross join lateral (
        select batch from kept_rows n
        where n.connector = ${connector} and n.kind = k.kind and n.external_id = k.external_id and n.position > k.position
        order by n.position limit 1
      ) next where k.batch = ${id}
    ),
    handed as (
      update kept_rows k set fate = mine.fate, before = mine.before from mine
      where k.batch = mine.next_batch and k.kind = mine.kind and k.external_id = mine.external_id
        and k.fate <> 'new' and mine.fate <> 'same'
    )
    delete from kept_rows k using mine
    where k.batch = ${id} and k.kind = mine.kind and k.external_id = mine.external_id`.execute(tx)
  await tx.deleteFrom('kept_rows').where('batch', '=', id).where('fate', '=', 'same').execute()
}

/** Rows of a batch that are still kept, by their ids. */
export async function listKeptIds(tx: Tx, { id }: Batch, kind: KeptKind, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('kept_rows')
    .select('external_id')
    .where('batch', '=', id)
    .where('kind', '=', kind)
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.external_id)
}

/** Leads in their previous state; `emailKey` is the stored one. */
export async function listKeptLeads(tx: Tx, { id, ids }: BatchRows): Promise<LeadRow[]> {
  const { rows } = await sql<Omit<LeadRow, 'test'>>`
    select r.external_id as id, r.created_at as "createdAt", r.geo, r.geo_key as "geoKey",
      r.source_number as "sourceNumber", r.source_name as "sourceName", r.advertiser_id as "advertiserId",
      r.advertiser_name as "advertiserName", r.email, r.email_key as "emailKey", r.status, r.tracking,
      r.updated_at as "updatedAt"
    from kept_rows k cross join lateral jsonb_populate_record(null::leads, k.before) r
    where k.batch = ${id} and k.kind = 'leads' and k.external_id = any(${arrayLiteral(ids)}::text[])
      and k.before is not null`.execute(tx)
  return rows.map((row) => ({ ...row, test: false }))
}

export interface RestoredDeposit {
  connector: string
  id: string
  /** Null if it has none, or is as old as those that are forgotten. */
  email: string | null
}

/** Restores deposits, not yet counted, with the keys of their e-mails as they were kept. */
export async function insertKeptDeposits(
  tx: Tx,
  { id, ids }: BatchRows,
  { zone, forgetBefore }: { zone: Zone; forgetBefore: Instant },
): Promise<RestoredDeposit[]> {
  const { rows } = await sql<RestoredDeposit>`
    insert into deposits (connector, external_id, lead_id, email, email_key, created_at, estimated, created_before, day, geo, geo_key,
      source_number, advertiser_id, payout, updated_at)
    select r.connector, r.external_id, r.lead_id,
      case when r.created_at >= ${timestamp(forgetBefore)} then r.email end, r.email_key, r.created_at, r.estimated, r.created_before,
      (r.created_at at time zone ${zoneName(zone.name)})::date, r.geo, r.geo_key, r.source_number, r.advertiser_id,
      r.payout, r.updated_at
    from kept_rows k cross join lateral jsonb_populate_record(null::deposits, k.before) r
    where k.batch = ${id} and k.kind = 'deposits' and k.external_id = any(${arrayLiteral(ids)}::text[])
      and k.before is not null
    returning connector, external_id as id, email`.execute(tx)
  return rows
}

export async function deleteKept(tx: Tx, { id, kind, ids }: BatchRows): Promise<void> {
  await sql`
    delete from kept_rows
    where batch = ${id} and kind = ${kind} and external_id = any(${arrayLiteral(ids)}::text[])`.execute(tx)
}

export interface Removed {
  removed: number
  /** The local days whose counts are others now. */
  days: Day[]
}

/** Removes deposits and their counts. */
export async function deleteDeposits(tx: Tx, connector: string, ids: readonly string[]): Promise<Removed> {
  const { rows } = await sql<Removed>`
    with removed as (
      delete from deposits where connector = ${connector} and external_id = any(${arrayLiteral(ids)}::text[])
      returning *
    ),
    moved as (
      select day, counted_geo_key as geo_key, counted_advertiser_id as advertiser_id,
        counted_source_number as source_number, created_at, -1 as n
      from removed where counted_geo_key is not null
    ),
    ${countMovedDeposits},
    converted as (
      select counted_lead_day as day, counted_lead_geo_key as geo_key, counted_lead_advertiser_id as advertiser_id,
        counted_lead_source_number as source_number, -1 as n
      from removed where counted_lead_day is not null
    ),
    ${countMovedConversions}
    select (select count(*) from removed) as removed,
      array(select day from moved union select day from converted order by day)::text[] as days`.execute(tx)
  return rows[0] ?? { removed: 0, days: [] }
}

/** Forgets the e-mails of rows of before an instant, also where they are kept. */
export async function deleteKeptEmails(db: Database, before: Instant): Promise<void> {
  await sql`
    update kept_rows set before = before - 'email'
    where before ? 'email' and (before ->> 'created_at')::timestamptz < ${timestamp(before)}`.execute(db)
}

/** Deletes states from before an instant: those batches can no longer be undone. */
export async function deleteKeptBefore(db: Database, before: Instant): Promise<void> {
  await db.deleteFrom('kept_rows').where('kept_at', '<', timestamp(before)).execute()
}
