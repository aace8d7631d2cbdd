import { sql } from 'kysely'
import { CAP_KINDS, type CapKey } from '#domain/caps/cap.ts'
import type { GeoCap, PlaceCount } from '#domain/caps/near.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { PayoutLead } from '#domain/payouts/rows.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database } from '#platform/db/database.ts'

/** Of many rows, instants as numbers are read in half the time of texts. */
const CREATED_AT = sql`(date_part('epoch', l.created_at) * 1000)::bigint`

/**
 * The leads with a cap's key on some days, as rows `l`. The counts say who bought them, so that each broker's are looked up
 * in the index of leads instead of passing those of the whole geo.
 */
function leadsOf({ geo, advertiserId, sourceNumber }: CapKey, days: readonly Day[]) {
  return sql`leads l
    where l.day = any(${days}::date[]) and l.geo_key = ${geo} and l.source_number = ${sourceNumber}
      and l.advertiser_id = any(array(
        select k.advertiser_id from delivered_by_broker k
        where k.day = any(${days}::date[]) and k.geo_key = ${geo} and k.source_number = ${sourceNumber}
          and (${advertiserId}::text is null or k.advertiser_id = ${advertiserId}) and k.leads > 0
      ))`
}

/** All leads with the key of a cap, as far as they are paid for. */
export async function listLeadsOfKey(db: Database, key: CapKey): Promise<PayoutLead[]> {
  const { rows } = await sql<PayoutLead>`select ${PREPARED} l.connector, l.external_id as id,
      ${CREATED_AT} as "createdAt", l.geo, l.advertiser_id as "advertiserId", l.source_number as "sourceNumber",
      null as email, l.status
    from ${leadsOf(key, [key.date])}`.execute(db)
  return rows
}

interface InstantsOfDay {
  day: Day
  instants: Instant[]
}

/** When the leads of a key came on other days. */
export async function listInstants(db: Database, key: CapKey, days: readonly Day[]): Promise<InstantsOfDay[]> {
  const { rows } = await sql<InstantsOfDay>`select ${PREPARED} l.day, json_agg(${CREATED_AT}) as instants
    from ${leadsOf(key, days)} group by l.day`.execute(db)
  return rows
}

/** What is called by its source's number until somebody says the name. */
export type Unnamed<Row> = Omit<Row, 'sourceName'>

/** What came at every place of a day and geo. */
export async function listPlaceCounts(db: Database, day: Day, geo: string): Promise<Unnamed<PlaceCount>[]> {
  const { rows } = await sql<Unnamed<PlaceCount>>`select ${PREPARED} d.advertiser_id as "advertiserId",
      a.name as "advertiserName", d.source_number as "sourceNumber", d.leads
    from delivered_by_broker d
    left join advertisers a on a.advertiser_id = d.advertiser_id
    where d.day = ${day} and d.geo_key = ${geo} and d.leads > 0`.execute(db)
  return rows
}

/** The caps of both kinds of a day and geo. */
export async function listGeoCaps(db: Database, day: Day, geo: string): Promise<Unnamed<GeoCap>[]> {
  const { rows } = await sql<
    Unnamed<GeoCap>
  >`select ${PREPARED} c.id as "_id", c.kind, c.advertiser_id as "advertiserId",
      coalesce(c.advertiser_name, a.name) as "advertiserName", c.source_number as "sourceNumber", c.cap
    from caps c
    left join advertisers a on a.advertiser_id = c.advertiser_id
    where c.kind = any(${CAP_KINDS}::text[]) and c.date = ${day} and c.geo_key = ${geo}`.execute(db)
  return rows
}

export interface LastLeads {
  /** Of the key, on its day or some days before. */
  ofKey: Instant | null
  /** Of its source on its day, whatever the geo and broker. */
  ofSource: Instant | null
  leadsOfSource: number
}

/** Days on which the last lead of a key is looked for. */
const DAYS_LOOKED_BACK = 14

/** When the last leads came, from the counts. */
export async function findLastLeads(
  db: Database,
  { date, geo, advertiserId, sourceNumber }: CapKey,
): Promise<LastLeads> {
  const { rows } = await sql<LastLeads>`select ${PREPARED} s.leads as "leadsOfSource", s.last as "ofSource",
      k.last as "ofKey"
    from (
      select coalesce(sum(leads), 0)::int as leads, max(last_lead_at) as last from delivered_by_broker
      where day = ${date} and source_number = ${sourceNumber}
    ) s,
    (
      select max(d.last) as last from generate_series(0, ${DAYS_LOOKED_BACK}::int) as back
      cross join lateral (
        select max(last_lead_at) as last from delivered_by_broker
        where day = ${date}::date - back and geo_key = ${geo} and source_number = ${sourceNumber}
          and (${advertiserId}::text is null or advertiser_id = ${advertiserId})
      ) d
    ) k`.execute(db)
  return rows[0] ?? { ofKey: null, ofSource: null, leadsOfSource: 0 }
}
