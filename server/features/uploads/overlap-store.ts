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

/** Where other connectors have leads of these advertisers on these days; of each day one of them is named. */
export async function listOverlaps(
  db: Database,
  connector: string,
  keys: readonly { day: Day; advertiserId: string }[],
): Promise<Overlap[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Overlap>`
    select k.connector, k.advertiser_id as "advertiserId", count(*) as days, min(k.day)::text as "from",
      max(k.day)::text as "to"
    from (
      select k.day, k.advertiser_id, min(l.connector) as connector
      from unnest(${arrayLiteral(keys.map(({ day }) => day))}::date[],
        ${arrayLiteral(keys.map(({ advertiserId }) => advertiserId))}::text[]) as k (day, advertiser_id)
      join leads l on l.day = k.day and l.advertiser_id = k.advertiser_id and l.connector <> ${connector}
      group by 1, 2
    ) k
    group by 1, 2 order by 3 desc, 1, 2 limit 20`.execute(db)
  return rows
}
