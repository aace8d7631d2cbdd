import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { PlannedLead } from '#domain/payouts/fates.ts'
import type { Database } from '#platform/db/database.ts'
import { matches, type AnalyticsFilter } from './store.ts'

/** The leads of a day that are planned by broker caps. */
export async function listPlannedLeads(db: Database, day: Day, filter: AnalyticsFilter): Promise<PlannedLead[]> {
  const { rows } = await sql<PlannedLead>`
    select c.id as "capId", c.geo, c.advertiser_id as "advertiserId", c.source_number as "sourceNumber", c.cap, c.working_hours as "workingHours",
      c.always_on as "alwaysOn", l.connector, l.external_id as id, l.created_at as "createdAt", l.status
    from (
      select * from caps where kind = 'broker' and ${matches({ start: day, end: day }, filter, sql.ref('date'))}
    ) c
    join leads l on (l.day, l.geo_key, l.advertiser_id, l.source_number)
      = (c.date, c.geo_key, c.advertiser_id, c.source_number)`.execute(db)
  return rows
}

export interface SourceLeads {
  sourceNumber: string
  leads: number
  deposits: number
}

/** All leads of a period by source, and the deposits of its days. */
export async function countBySource(db: Database, period: DayRange, filter: AnalyticsFilter): Promise<SourceLeads[]> {
  const { rows } = await sql<SourceLeads>`
    select source_number as "sourceNumber", sum(leads)::int8 as leads, sum(deposits)::int8 as deposits
    from delivered_by_broker
    where ${matches(period, filter)} group by source_number having sum(leads) > 0
    order by 2 desc, source_number collate "C"`.execute(db)
  return rows
}
