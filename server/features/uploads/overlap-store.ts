import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import type { Database } from '#platform/db/database.ts'

/** The days of an advertiser on which another connector has leads too. */
export interface Overlap {
  connector: string
  advertiserId: string
  days: number
  from: Day
  to: Day
}

/**
 * Other connectors with leads of these advertisers on these days, one per day. For nearly all days the last lead of
 * each deal tells, found by its instant. All leads are read only for days on which every last lead is this connector's
 * own.
 */
export async function listOverlaps(
  db: Database,
  connector: string,
  keys: readonly { day: Day; advertiserId: string }[],
): Promise<Overlap[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Overlap>`
    with deals as materialized (
      select d.day, d.geo_key, d.advertiser_id, d.source_number, d.last_lead_at
      from unnest(${arrayLiteral(keys.map(({ day }) => day))}::date[],
        ${arrayLiteral(keys.map(({ advertiserId }) => advertiserId))}::text[]) as k (day, advertiser_id)
      join delivered_by_broker d on d.day = k.day and d.advertiser_id = k.advertiser_id and d.leads > 0
    ),
    by_last as materialized (
      select d.day, d.advertiser_id, min(l.connector) as connector from deals d
      join leads l on l.created_at = d.last_lead_at and l.advertiser_id = d.advertiser_id
        and l.connector <> ${connector}
      group by 1, 2
    ),
    rest as materialized (
      select day, geo_key, advertiser_id, source_number from deals
      where (day, advertiser_id) not in (select day, advertiser_id from by_last)
    ),
    by_all as materialized (
      select d.day, d.advertiser_id, min(l.connector) as connector from rest d
      join leads l on (l.day, l.geo_key, l.advertiser_id, l.source_number)
        = (d.day, d.geo_key, d.advertiser_id, d.source_number) and l.connector <> ${connector}
      group by 1, 2
    )
    select connector, advertiser_id as "advertiserId", count(*) as days, min(day)::text as "from", max(day)::text as "to"
    from (select * from by_last union all select * from by_all) k
    group by 1, 2 order by 3 desc, 1, 2 limit 20`.execute(db)
  return rows
}
