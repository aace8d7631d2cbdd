import { sql } from 'kysely'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
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

/** Whom leads and caps name and nobody has registered: most leads first. Counts come from the delivered counts. */
export async function listUnregistered(db: Database, kind: PartnerKind, limit: number): Promise<UnregisteredRow[]> {
  const { partners, key, registered, nameOfCap, nameOfLead } = KINDS[kind]
  const { rows } = await sql<UnregisteredRow>`
    with sent as (
      select ${key} as key, sum(leads)::int as leads, max(day) as day from delivered_by_broker
      where leads > 0 group by 1
    ), planned as (
      select c.${key} as key, count(*)::int as caps,
        (array_agg(${nameOfCap} order by c.updated_at desc) filter (where ${nameOfCap} is not null))[1] as name
      from caps c where c.${key} is not null group by 1
    ), named as (
      select coalesce(s.key, p.key) as key, s.day, p.name, coalesce(s.leads, 0) as leads, coalesce(p.caps, 0) as caps
      from sent s full join planned p on p.key = s.key
    )
    select n.key, coalesce(n.name, l.name) as name, n.leads, n.caps from named n
    left join lateral (
      select l.${nameOfLead} as name from delivered_by_broker d
      join leads l on (l.day, l.geo_key, l.advertiser_id, l.source_number)
        = (d.day, d.geo_key, d.advertiser_id, d.source_number)
      where n.name is null and d.day = n.day and d.${key} = n.key and l.${nameOfLead} is not null
      limit 1
    ) l on true
    where not exists (select from ${partners} r where ${registered})
      and length(n.key) between 1 and ${MAX_ID_LENGTH}
    order by n.leads desc, n.caps desc, n.key
    limit ${limit}
  `.execute(db)
  return rows
}
