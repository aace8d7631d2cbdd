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

/** A text of its own for each kind of cap: of one that leaves the broker open PostgreSQL would make a plan for each call. */
function ofBroker(advertiserId: string | null) {
  return advertiserId === null ? sql`` : sql`and advertiser_id = ${advertiserId}`
}

/**
 * The leads with a cap's key on some days, as rows `l`. The counts say who bought them, so that each broker's are looked up
 * in the index of leads instead of passing those of the whole geo.
 */
function leadsOf({ geo, advertiserId, sourceNumber }: CapKey, days: readonly Day[]) {
  const listed = sql.join(days)
  return sql`leads l
    where l.day in (${listed}) and l.geo_key = ${geo} and l.source_number = ${sourceNumber}
      and l.advertiser_id = any(array(
        select k.advertiser_id from delivered_by_broker k
        where k.day in (${listed}) and k.geo_key = ${geo} and k.source_number = ${sourceNumber}
          and k.leads > 0 ${ofBroker(advertiserId)}
      ))`
}

/** The leads with a cap's key. */
export interface LeadsOfKey {
  /** Those of its day, as far as they are paid for. */
  leads: PayoutLead[]
  /** When they came, by day. */
  instants: ReadonlyMap<Day, readonly Instant[]>
}

interface DayOfLeads {
  day: Day
  /** Null of another day than the cap's. */
  leads: PayoutLead[] | null
  instants: Instant[]
}

/** Those of the cap's day, and of some days beside it when they came. */
export async function listLeadsOfKey(db: Database, key: CapKey, beside: readonly Day[]): Promise<LeadsOfKey> {
  const { rows } = await sql<DayOfLeads>`select ${PREPARED} l.day, json_agg(${CREATED_AT}) as instants,
      json_agg(json_build_object('connector', l.connector, 'id', l.external_id, 'createdAt', ${CREATED_AT}, 'geo', l.geo,
        'advertiserId', l.advertiser_id, 'sourceNumber', l.source_number, 'email', null, 'status', l.status))
        filter (where l.day = ${key.date}::date) as leads
    from ${leadsOf(key, [key.date, ...beside])} group by l.day`.execute(db)
  return {
    leads: rows.flatMap(({ leads }) => leads ?? []),
    instants: new Map(rows.map(({ day, instants }) => [day, instants])),
  }
}

/** What stands and came around a cap, from the counts. */
export interface AroundCap {
  /** What came at every place of its day and geo. */
  counts: PlaceCount[]
  /** The caps of both kinds of its day and geo. */
  caps: GeoCap[]
  /** The last lead of the key, on its day or some days before. */
  lastOfKey: Instant | null
  /** Of its source on its day, whatever the geo and broker. */
  lastOfSource: Instant | null
  leadsOfSource: number
}

/** Days on which the last lead of a key is looked for. */
const DAYS_LOOKED_BACK = 14

const namesOf = (row: string) => sql`
  left join advertisers a on a.advertiser_id = ${sql.ref(`${row}.advertiser_id`)}
  left join publishers p on p.source_number = ${sql.ref(`${row}.source_number`)}`

/** In one statement, since each by itself takes longer to be asked than to be answered. */
export async function findAround(db: Database, { date, geo, advertiserId, sourceNumber }: CapKey): Promise<AroundCap> {
  const { rows } = await sql<AroundCap>`select ${PREPARED} (
      select coalesce(json_agg(one), '[]') from (
        select d.advertiser_id as "advertiserId", a.name as "advertiserName", d.source_number as "sourceNumber",
          p.name as "sourceName", d.leads
        from delivered_by_broker d ${namesOf('d')}
        where d.day = ${date} and d.geo_key = ${geo} and d.leads > 0
      ) one
    ) as counts,
    (
      select coalesce(json_agg(one), '[]') from (
        select c.id as "_id", c.kind, c.advertiser_id as "advertiserId",
          coalesce(c.advertiser_name, a.name) as "advertiserName", c.source_number as "sourceNumber",
          p.name as "sourceName", c.cap
        from caps c ${namesOf('c')}
        where c.kind in (${sql.join(CAP_KINDS.map((kind) => sql.lit(kind)))}) and c.date = ${date} and c.geo_key = ${geo}
      ) one
    ) as caps,
    s.leads as "leadsOfSource", s.last as "lastOfSource",
    (
      select max(d.last) from generate_series(0, ${sql.lit(DAYS_LOOKED_BACK)}) as back
      cross join lateral (
        select max(last_lead_at) as last from delivered_by_broker
        where day = ${date}::date - back and geo_key = ${geo} and source_number = ${sourceNumber}
          ${ofBroker(advertiserId)}
      ) d
    ) as "lastOfKey"
    from (
      select coalesce(sum(leads), 0)::int as leads, max(last_lead_at) as last from delivered_by_broker
      where day = ${date} and source_number = ${sourceNumber}
    ) s`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a statement of sums answered no row')
  return row
}
