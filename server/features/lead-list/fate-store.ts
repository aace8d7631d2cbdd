import { sql, type RawBuilder } from 'kysely'
import type { FateFilter } from '#domain/leads/search.ts'
import type { PlannedLead } from '#domain/payouts/fates.ts'
import type { Database } from '#platform/db/database.ts'

/** Whether the leads of a row's key have fates at all, or none of them: which of the fates, only all of a cap's leads say. */
export function hasFate(row: 'd' | 'l', fate: FateFilter): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`${fate === 'unplanned' ? sql`not` : sql``} exists (
    select from caps c where c.kind = 'broker' and (c.date, c.geo_key, c.advertiser_id, c.source_number)
      = (${of('day')}, ${of('geo_key')}, ${of('advertiser_id')}, ${of('source_number')})
  )`
}

/** All leads of the broker caps that plan some leads, but for those of caps that are known. */
export async function listLeadsBeside(
  db: Database,
  leads: readonly { connector: string; id: string }[],
  known: readonly string[],
): Promise<PlannedLead[]> {
  // "offset 0" keeps the planner at one look into the index for each row, however wrongly it guesses.
  const { rows } = await sql<PlannedLead>`
    with met as materialized (
      select distinct c.id, c.date, c.geo, c.geo_key, c.advertiser_id, c.source_number, c.cap, c.working_hours, c.always_on
      from unnest(${leads.map(({ connector }) => connector)}::text[], ${leads.map(({ id }) => id)}::text[])
        as k (connector, external_id)
      cross join lateral (
        select * from leads where connector = k.connector and external_id = k.external_id offset 0
      ) l
      join caps c on c.kind = 'broker' and (c.date, c.geo_key, c.advertiser_id, c.source_number)
        = (l.day, l.geo_key, l.advertiser_id, l.source_number)
      where c.id <> all(${known}::text[])
    )
    select c.id as "capId", c.geo, c.advertiser_id as "advertiserId", c.source_number as "sourceNumber", c.cap, c.working_hours as "workingHours", c.always_on as "alwaysOn",
      l.connector, l.external_id as id, l.created_at as "createdAt", l.status
    from met c
    cross join lateral (
      select * from leads where (day, geo_key, advertiser_id, source_number)
        = (c.date, c.geo_key, c.advertiser_id, c.source_number) offset 0
    ) l`.execute(db)
  return rows
}
