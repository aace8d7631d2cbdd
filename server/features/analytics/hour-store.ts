import { sql, type RawBuilder } from 'kysely'
import type { SlotFigures } from '#domain/analytics/hours.ts'
import type { Counting } from '#domain/analytics/period.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Database } from '#platform/db/database.ts'
import { matches, type AnalyticsFilter } from './store.ts'

/** The quarters of an hour of a day in which anything came, from its leads and deposits themselves. */
export async function sumSlots(
  db: Database,
  day: Day,
  filter: AnalyticsFilter,
  countBy: Counting,
): Promise<SlotFigures[]> {
  const fits = matches({ start: day, end: day }, filter)
  const { rows } = await sql<SlotFigures>`
    select date_bin('15 minutes', created_at, 'epoch') as slot, sum(leads)::int8 as leads, sum(deposits)::int8 as deposits
    from (
      select created_at, 1 as leads, 0 as deposits from leads where ${fits}
      union all
      select created_at, 0, 1 from (${countBy === 'lead' ? depositsOfLeads : depositsOfDay}) d where ${fits}
    ) f group by 1`.execute(db)
  return rows
}

const depositsOfDay: RawBuilder<unknown> = sql`
  select day, counted_geo_key as geo_key, counted_advertiser_id as advertiser_id,
    counted_source_number as source_number, created_at
  from deposits`

/** At the moments of their leads. */
const depositsOfLeads: RawBuilder<unknown> = sql`
  select l.day, l.geo_key, l.advertiser_id, l.source_number, l.created_at
  from leads l join deposits o on (o.found_connector, o.found_lead_id) = (l.connector, l.external_id)`
