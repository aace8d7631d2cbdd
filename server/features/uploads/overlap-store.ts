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
    select o.connector, k.advertiser_id as "advertiserId", count(*) as days, min(k.day)::text as "from",
      max(k.day)::text as "to"
    from unnest(${arrayLiteral(keys.map(({ day }) => day))}::date[],
      ${arrayLiteral(keys.map(({ advertiserId }) => advertiserId))}::text[]) as k (day, advertiser_id)
    cross join lateral (
      select connector from leads
      where day = k.day and advertiser_id = k.advertiser_id and connector <> ${connector} limit 1
    ) o
    group by 1, 2 order by 3 desc, 1, 2 limit 20`.execute(db)
  return rows
}
