import { sql, type RawBuilder } from 'kysely'
import type { FateFilter } from '#domain/leads/search.ts'
import type { PlannedLead } from '#domain/payouts/fates.ts'
import type { Database } from '#platform/db/database.ts'
import { arrayLiteral, oneOf } from '#platform/db/expressions.ts'

/** Whether the leads of a row's key have fates at all. Which fate needs all leads of the cap. */
export function hasFate(row: 'd' | 'l', fate: FateFilter): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`${fate === 'unplanned' ? sql`not` : sql``} exists (
    select from caps c where c.kind = 'broker' and (c.date, c.geo_key, c.advertiser_id, c.source_number)
      = (${of('day')}, ${of('geo_key')}, ${of('advertiser_id')}, ${of('source_number')})
  )`
}

/** All leads of the broker caps of some leads, except those of known caps. */
export async function listLeadsBeside(
  db: Database,
  leads: readonly { connector: string; id: string }[],
  known: readonly string[],
): Promise<PlannedLead[]> {
  const connectors = arrayLiteral(leads.map(({ connector }) => connector))
  const ids = arrayLiteral(leads.map(({ id }) => id))
  const { rows } = await sql<PlannedLead>`
    with found as materialized (
      select connector, external_id, day, geo_key, advertiser_id, source_number from leads
      where connector = any(${[...new Set(leads.map(({ connector }) => connector))]}::text[]) and external_id = ${oneOf(ids)}
    ),
    met as materialized (
      select distinct c.id, c.date, c.geo, c.geo_key, c.advertiser_id, c.source_number, c.cap, c.working_hours, c.always_on
      from unnest(${connectors}::text[], ${ids}::text[]) as k (connector, external_id) join found l using (connector, external_id)
      join caps c on c.kind = 'broker' and (c.date, c.geo_key, c.advertiser_id, c.source_number)
        = (l.day, l.geo_key, l.advertiser_id, l.source_number)
      where c.id <> all(${known}::text[])
    )
    select c.id as "capId", c.geo, c.advertiser_id as "advertiserId", c.source_number as "sourceNumber", c.cap, c.working_hours as "workingHours", c.always_on as "alwaysOn",
      l.connector, l.external_id as id, l.created_at as "createdAt", l.status
    from met c join leads l on (l.day, l.geo_key, l.advertiser_id, l.source_number)
      = (c.date, c.geo_key, c.advertiser_id, c.source_number)`.execute(db)
  return rows
}
