import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database } from '#platform/db/database.ts'

export interface UnregisteredRow {
  key: string
  /** As the last cap, else a late lead, names it. */
  name: string | null
  leads: number
  caps: number
}

const KINDS = {
  advertiser: {
    partners: sql.table('advertisers'),
    key: sql.ref('advertiser_id'),
    registered: sql`lower(r.advertiser_id) = lower(n.key)`,
    nameOfCap: sql`c.advertiser_name`,
    nameOfLead: sql.ref('advertiser_name'),
  },
  publisher: {
    partners: sql.table('publishers'),
    key: sql.ref('source_number'),
    registered: sql`r.source_number = n.key`,
    // Caps know their source by number only.
    nameOfCap: sql`null::text`,
    nameOfLead: sql.ref('source_name'),
  },
} as const satisfies Record<PartnerKind, object>

/**
 * Unregistered partners in leads and caps, most leads first, with counts from the delivered counts. An index leads from
 * each name to the next, and rows are read only for unregistered names.
 */
export async function listUnregistered(db: Database, kind: PartnerKind, limit: number): Promise<UnregisteredRow[]> {
  const { partners, key, registered, nameOfCap } = KINDS[kind]
  const { rows } = await sql<UnregisteredRow & { day: Day | null }>`
    with recursive sent (key) as (
      (select min(${key}) from delivered_by_broker)
      union all
      select (select min(d.${key}) from delivered_by_broker d where d.${key} > sent.key) from sent where sent.key is not null
    ), planned (key) as (
      (select min(${key}) from caps)
      union all
      select (select min(c.${key}) from caps c where c.${key} > planned.key) from planned where planned.key is not null
    ), named as (
      select n.key from (select key from sent union select key from planned) n
      where length(n.key) between 1 and ${MAX_ID_LENGTH} and not exists (select from ${partners} r where ${registered})
    )
    select n.key, p.name, s.leads, s.day, p.caps from named n
    cross join lateral (
      select coalesce(sum(d.leads), 0)::int as leads, max(d.day) as day from delivered_by_broker d
      where d.${key} = n.key and d.leads > 0
    ) s
    cross join lateral (
      select count(*)::int as caps,
        (array_agg(${nameOfCap} order by c.updated_at desc) filter (where ${nameOfCap} is not null))[1] as name
      from caps c where c.${key} = n.key
    ) p
    where s.leads > 0 or p.caps > 0
    order by s.leads desc, p.caps desc, n.key
    limit ${limit}
  `.execute(db)
  const nameless = rows.filter(({ name }) => name === null)
  const names = new Map((await listSentNames(db, kind, nameless)).map((one) => [one.key, one.name]))
  return rows.map(({ day: _, ...row }) => ({ ...row, name: row.name ?? names.get(row.key) ?? null }))
}

/**
 * Names of unregistered sources in their last leads; `sources` null: all sources ever. An index leads from each source
 * to the next.
 */
export async function listNamesOfLeads(
  db: Database,
  sources: readonly string[] | null,
): Promise<{ key: string; name: string }[]> {
  const wanted = sources === null ? ALL_SENT : sql`select unnest(${sources}::text[])`
  const { rows } = await sql<{ key: string; day: Day }>`select ${PREPARED} n.key, last.day from (${wanted}) n (key)
    cross join lateral (
      select d.day from delivered_by_broker d where d.source_number = n.key and d.leads > 0 order by d.day desc limit 1
    ) last
    where n.key <> '' and not exists (select from publishers p where p.source_number = n.key)
  `.execute(db)
  return listSentNames(db, 'publisher', rows)
}

const ALL_SENT = sql`
  with recursive sent (key) as (
    (select min(source_number) from delivered_by_broker)
    union all
    select (select min(d.source_number) from delivered_by_broker d where d.source_number > sent.key)
    from sent where sent.key is not null
  )
  select key from sent`

/** Days before the last one in which a name is looked for, because a lead may come without one. */
const NAMED_WITHIN = 7

/**
 * The last names in their leads of these days and the week before: for each deal and day only its last lead, by the
 * instant in the counts. Leads are read in a separate statement, because they may be stored elsewhere (decision 045).
 */
async function listSentNames(
  db: Database,
  kind: PartnerKind,
  sent: readonly { key: string; day: Day | null }[],
): Promise<{ key: string; name: string }[]> {
  if (sent.length === 0) return []
  const { key, nameOfLead } = KINDS[kind]
  const { rows } = await sql<{ key: string; name: string }>`with ${PREPARED} last_leads as materialized (
      select distinct o.key, d.last_lead_at as at
      from unnest(${sent.map((row) => row.key)}::text[], ${sent.map((row) => row.day)}::date[]) as o (key, day)
      join delivered_by_broker d on d.${key} = o.key and d.day between o.day - ${NAMED_WITHIN}::int and o.day and d.leads > 0
    )
    select l.${key} as key, l.${nameOfLead} as name from last_leads d
    join leads l on l.created_at = d.at and l.${key} = d.key
    where l.${nameOfLead} is not null
    group by 1, 2
    order by 1, max(l.created_at), 2`.execute(db)
  // Of several names of one key the last one stays.
  return [...new Map(rows.map(({ key: sender, name }) => [sender, name]))].map(([sender, name]) => ({
    key: sender,
    name,
  }))
}
