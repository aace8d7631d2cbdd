import type { Counting } from '#domain/analytics/choices.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import { timestamp } from '#platform/db/expressions.ts'
import type { SlotFigures } from '#domain/analytics/hours.ts'
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
      select created_at, 0, 1 from (${depositsBy(countBy)}) d where ${fits}
    ) f group by 1`.execute(db)
  return rows
}

const depositsOfDay: RawBuilder<unknown> = sql`
  select day, counted_geo_key as geo_key, counted_advertiser_id as advertiser_id,
    counted_source_number as source_number, created_at, created_at as paid_at, created_before as paid_before
  from deposits`

/** At the moments of their leads. */
const depositsOfLeads: RawBuilder<unknown> = sql`
  select l.day, l.geo_key, l.advertiser_id, l.source_number, l.created_at, o.created_at as paid_at,
    o.created_before as paid_before
  from leads l join deposits o on (o.found_connector, o.found_lead_id) = (l.connector, l.external_id)`

function depositsBy(countBy: Counting): RawBuilder<unknown> {
  return countBy === 'lead' ? depositsOfLeads : depositsOfDay
}

/** A day up to a moment, lead by lead, in the columns of the rollups. Both lead and deposit had come by then. */
export function rowsUntil(day: Day, cut: Instant, filter: AnalyticsFilter, countBy: Counting): RawBuilder<unknown> {
  const fits = matches({ start: day, end: day }, filter)
  return sql`
    select day, geo_key, advertiser_id, source_number, 1 as leads, 0 as deposits,
      created_at as last_lead_at, null::timestamptz as last_deposit_at
    from leads where ${fits} and created_at < ${timestamp(cut)}
    union all
    select day, geo_key, advertiser_id, source_number, 0, 1, null, paid_at
    from (${depositsBy(countBy)}) d
    where ${fits} and created_at < ${timestamp(cut)} and paid_at < ${timestamp(cut)}`
}

/** Deposits of these rows of which only the date is known, so that they may have come after the moment. */
export async function countUntimedDeposits(
  db: Database,
  day: Day,
  cut: Instant,
  filter: AnalyticsFilter,
  countBy: Counting,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count from (${depositsBy(countBy)}) d
    where ${matches({ start: day, end: day }, filter)} and created_at < ${timestamp(cut)}
      and paid_at < ${timestamp(cut)} and paid_before > ${timestamp(cut)}`.execute(db)
  return rows[0]?.count ?? 0
}
