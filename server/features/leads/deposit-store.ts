import { sql, type RawBuilder } from 'kysely'
import { formatHundredths, parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { DepositRow } from '#domain/leads/row.ts'
import { arrayLiteral, timestamp } from '#platform/db/expressions.ts'
import type { Database } from '#platform/db/database.ts'
import type { Fresh, Stored, Terms } from './lead-store.ts'

/** Facts that the source does not give: when we first saw the deposit, and its estimated instant. */
export interface Sight extends Terms {
  at: Instant
}

export interface StoredDeposits extends Stored {
  /** The ids of those that were not known. */
  addedIds: string[]
}

const NO_DEPOSITS: StoredDeposits = { added: 0, changed: 0, days: [], addedIds: [] }

/**
 * Writes deposits, not yet counted. The instant of a known deposit never moves, so its day does not either
 * (docs/lead-api.md, The sync 3). Unchanged rows are not written.
 */
export async function upsertDeposits(
  db: Database,
  connector: string,
  rows: readonly DepositRow[],
  sight: Sight,
): Promise<StoredDeposits> {
  if (rows.length === 0) return NO_DEPOSITS
  const { rows: answer } = await sql<StoredDeposits>`
    with ${besideKnown(connector, rows, sight)},
    added as (
      insert into deposits (connector, external_id, lead_id, email, email_key, created_at, estimated,
        created_before, day, geo, geo_key, source_number, advertiser_id, payout, updated_at)
      select ${connector}, i.* from incoming i
      where not exists (select from known where known.external_id = i.external_id)
      returning day, external_id
    ),
    changed as (
      update deposits set
        lead_id = i.lead_id, email = ${keptEmail(sight)}, email_key = i.email_key,
        created_before = ${keptDay}, geo = i.geo, geo_key = i.geo_key,
        source_number = i.source_number, advertiser_id = i.advertiser_id, payout = i.payout, updated_at = i.updated_at
      from incoming i join known on known.external_id = i.external_id
      where deposits.connector = ${connector} and deposits.external_id = i.external_id
        and ${isChanged(sight)}
      returning deposits.day
    )
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
      array(select external_id from added) as "addedIds",
      array(select day from added union select day from changed order by day)::text[] as days`.execute(db)
  return answer[0] ?? NO_DEPOSITS
}

/** Counts the deposits that would be new, and those that would change; writes nothing. */
export async function countFreshDeposits(
  db: Database,
  connector: string,
  rows: readonly DepositRow[],
  sight: Sight,
): Promise<Fresh> {
  if (rows.length === 0) return { added: 0, changed: 0 }
  const { rows: answer } = await sql<Fresh>`
    with ${besideKnown(connector, rows, sight)}
    select count(*) filter (where known.external_id is null) as added,
      count(*) filter (where known.external_id is not null and ${isChanged(sight)}) as changed
    from incoming i left join known on known.external_id = i.external_id`.execute(db)
  return answer[0] ?? { added: 0, changed: 0 }
}

/** Counts new deposits whose e-mail is that of a lead with a deposit of another connector. `rows` have stored keys. */
export async function countPaidElsewhere(
  db: Database,
  connector: string,
  rows: readonly Pick<DepositRow, 'id' | 'emailKey'>[],
): Promise<number> {
  const { rows: answer } = await sql<{ n: number }>`
    with incoming as (
      select * from unnest(${arrayLiteral(rows.map(({ id }) => id))}::text[],
        ${arrayLiteral(rows.map(({ emailKey }) => emailKey))}::text[]) as i (external_id, email_key)
    ),
    kin as materialized (
      select connector, external_id, email_key from leads
      where email_key = any(array(select email_key from incoming)) and email_key is not null
    ),
    paid as materialized (
      select distinct kin.email_key from kin cross join lateral (
        select connector from deposits
        where found_connector = kin.connector and found_lead_id = kin.external_id offset 0
      ) p where p.connector <> ${connector}
    ),
    known as materialized (
      select external_id from deposits
      where connector = ${connector} and external_id = any(array(select external_id from incoming))
    )
    select count(*) as n from incoming
    where email_key in (select email_key from paid) and external_id not in (select external_id from known)`.execute(db)
  return answer[0]?.n ?? 0
}

/** Counts the stored deposits of some leads. */
export async function countDepositsOf(db: Database, connector: string, leadIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('deposits')
    .select((deposit) => deposit.fn.countAll<number>().as('n'))
    .where('connector', '=', connector)
    .where('lead_id', '=', sql<string>`any(${arrayLiteral(leadIds)}::text[])`)
    .executeTakeFirstOrThrow()
  return n
}

function besideKnown(connector: string, rows: readonly DepositRow[], sight: Sight): RawBuilder<unknown> {
  return sql`
    incoming as (${unnestDeposits(rows, sight)}),
    known as materialized (
      select old.* from incoming i cross join lateral (
        select * from deposits where connector = ${connector} and external_id = i.external_id offset 0
      ) old
    )`
}

/** A known deposit is as old as it was at first sight. */
function keptEmail({ forgetBefore }: Sight): RawBuilder<unknown> {
  return sql`case when known.created_at >= ${timestamp(forgetBefore)} then i.email end`
}

/** A date that is corrected later moves neither the instant nor the day. */
const keptDay = sql`case when i.created_at = known.created_at then i.created_before else known.created_before end`

function isChanged(sight: Sight): RawBuilder<unknown> {
  return sql`
        (known.updated_at is null or coalesce(i.updated_at, i.created_at) >= known.updated_at)
        and (known.lead_id, known.email, known.email_key, known.created_before, known.geo, known.geo_key, known.source_number,
          known.advertiser_id, known.payout, known.updated_at)
          is distinct from (i.lead_id, coalesce(${keptEmail(sight)}, known.email), i.email_key, ${keptDay}, i.geo, i.geo_key, i.source_number,
          i.advertiser_id, i.payout, i.updated_at)`
}

function unnestDeposits(rows: readonly DepositRow[], { at, zone, forgetBefore }: Sight): RawBuilder<unknown> {
  const column = (read: (row: DepositRow) => string | number | null) => arrayLiteral(rows.map(read))
  return sql`
    select external_id, lead_id, case when coalesce(created_at, ${at}) >= ${forgetBefore} then email end as email, email_key,
      to_timestamp(coalesce(created_at, ${at}) / 1000.0) as created_at, created_at is null as estimated,
      to_timestamp(created_before / 1000.0) as created_before, day, geo, geo_key, source_number, advertiser_id, payout,
      to_timestamp(updated_at / 1000.0) as updated_at
    from unnest(
      ${column((row) => row.id)}::text[], ${column((row) => row.leadId)}::text[],
      ${column((row) => row.email)}::text[], ${column((row) => row.emailKey)}::text[],
      ${column((row) => row.createdAt)}::int8[], ${column((row) => row.createdBefore)}::int8[],
      ${column((row) => zone.dayOf(row.createdAt ?? at))}::date[],
      ${column((row) => row.geo)}::text[], ${column((row) => row.geoKey)}::text[],
      ${column((row) => row.sourceNumber)}::text[], ${column((row) => row.advertiserId)}::text[],
      ${column((row) => (row.payout === null ? null : formatHundredths(row.payout)))}::numeric[],
      ${column((row) => row.updatedAt)}::int8[]
    ) as i (external_id, lead_id, email, email_key, created_at, created_before, day, geo, geo_key, source_number, advertiser_id,
      payout, updated_at)`
}

/** A deposit as it counts. What it does not name comes from its lead. */
export interface CountedDeposit {
  id: string
  leadId: string | null
  day: Day
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
  payout: Cents | null
}

/** In the order in which they were made. */
export async function listCounted(db: Database, connector: string, ids: readonly string[]): Promise<CountedDeposit[]> {
  const rows = await db
    .selectFrom('deposits')
    .select(['external_id as id', 'lead_id as leadId', 'day', 'payout'])
    .select(['counted_geo_key as geo', 'counted_advertiser_id as advertiserId'])
    .select('counted_source_number as sourceNumber')
    .where('connector', '=', connector)
    .where('external_id', '=', sql<string>`any(${arrayLiteral(ids)}::text[])`)
    .orderBy('created_at')
    .orderBy('external_id')
    .execute()
  return rows.map(({ geo, advertiserId, sourceNumber, payout, ...row }) => ({
    ...row,
    // Nobody knows: an empty key.
    geo: geo || null,
    advertiserId: advertiserId || null,
    sourceNumber: sourceNumber || null,
    payout: payout === null ? null : parseHundredths<Cents>(payout),
  }))
}
