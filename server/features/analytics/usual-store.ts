import { sql } from 'kysely'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Database } from '#platform/db/database.ts'
import { matches, type AnalyticsFilter } from './store.ts'

export interface SourceWeek {
  sourceNumber: string
  /** Weeks back from the end of the period: its last 7 days are 0. */
  week: number
  leads: number
  deposits: number
}

/** By source and week; weeks without leads are left out. */
export async function listWeeks(db: Database, period: DayRange, filter: AnalyticsFilter): Promise<SourceWeek[]> {
  const { rows } = await sql<SourceWeek>`
    select source_number as "sourceNumber", (${period.end}::date - day) / 7 as week,
      sum(leads)::int8 as leads, sum(deposits)::int8 as deposits
    from delivered_by_broker where ${matches(period, filter)} group by 1, 2`.execute(db)
  return rows
}

export interface StatusWeek extends Pick<SourceWeek, 'sourceNumber' | 'week' | 'leads'> {
  /** The raw status. */
  status: string
}

/** Their leads by status: from the counts, which know no geo and no broker, else from the leads themselves. */
export async function listStatusWeeks(db: Database, period: DayRange, filter: AnalyticsFilter): Promise<StatusWeek[]> {
  const { geo, advertiserId } = filter
  const rows =
    geo === undefined && advertiserId === undefined
      ? sql`select source_number, day, status, leads from leads_by_status where ${matches(period, filter)}`
      : sql`select source_number, day, status, 1 as leads from leads where ${matches(period, filter)} and status is not null`
  const found = await sql<StatusWeek>`
    select source_number as "sourceNumber", (${period.end}::date - day) / 7 as week, status, sum(leads)::int8 as leads
    from (${rows}) s group by 1, 2, 3`.execute(db)
  return found.rows
}
