import type { Counting } from '#domain/analytics/choices.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DayFigures, KeyFigures } from '#domain/analytics/groups.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { keysOfGeo } from '#domain/kernel/countries.ts'
import { foldSource } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { splitMonths, type SplitMonths } from '#domain/kernel/month.ts'
import type { Database } from '#platform/db/database.ts'

/** What is narrowed to; what is left out narrows nothing. */
export interface AnalyticsFilter {
  geo?: string | undefined
  advertiserId?: string | undefined
  sourceNumber?: string | undefined
}

/** What came in a period, over all its days by key and over all keys by day. */
export interface Sums {
  keys: KeyFigures[]
  days: DayFigures[]
  /** Of one day; null of more, since comparing instants is a sixth of the work of a year and no answer has them. */
  lastLeadAt: Instant | null
  lastDepositAt: Instant | null
}

interface SumRow {
  day: Day | null
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
  leads: number
  deposits: number
  lastLeadAt: Instant | null
  lastDepositAt: Instant | null
}

/** From the rollups alone, in one statement and so of one moment. */
export async function sumFigures(
  db: Database,
  period: DayRange,
  filter: AnalyticsFilter,
  countBy: Counting,
  /** In the place of the last day, its rows up to a moment. */
  lastDay: RawBuilder<unknown> | null = null,
): Promise<Sums> {
  const isAll = Object.values(filter).every((part) => part === undefined) && countBy === 'deposit' && lastDay === null
  const months = isAll ? splitMonths(period) : null
  const { rows } = await (months ? sumMonths(period, months) : sumDays(period, filter, countBy, lastDay)).execute(db)
  const days = rows.flatMap(({ day, leads, deposits }) => (day === null ? [] : { date: day, leads, deposits }))
  const keys = rows.flatMap(({ geo, advertiserId, sourceNumber, leads, deposits }) =>
    geo === null || advertiserId === null || sourceNumber === null
      ? []
      : { geo, advertiserId, sourceNumber, leads, deposits },
  )
  return {
    keys,
    days,
    lastLeadAt: findLatest(rows.map(({ lastLeadAt }) => lastLeadAt)),
    lastDepositAt: findLatest(rows.map(({ lastDepositAt }) => lastDepositAt)),
  }
}

function sumDays(
  period: DayRange,
  filter: AnalyticsFilter,
  countBy: Counting,
  lastDay: RawBuilder<unknown> | null,
): RawBuilder<SumRow> {
  const whole = lastDay ? { start: period.start, end: addDays(period.end, -1) } : period
  const rollups = countBy === 'lead' ? byLeads(whole, filter) : byDeposits(whole, filter)
  const last = (column: RawBuilder<unknown>) =>
    period.start === period.end ? sql`max(${column})` : sql`null::timestamptz`
  return sql<SumRow>`
    select day, geo_key as geo, advertiser_id as "advertiserId", source_number as "sourceNumber",
      sum(leads)::int8 as leads, sum(deposits)::int8 as deposits,
      ${last(sql`last_lead_at`)} as "lastLeadAt", ${last(sql`last_deposit_at`)} as "lastDepositAt"
    from (${lastDay ? sql`${rollups} union all ${lastDay}` : rollups}) f
    group by grouping sets ((day), (geo_key, advertiser_id, source_number))`
}

/** All that came: by key from the whole months and the days beside them, by day from the days' own sums. */
function sumMonths(period: DayRange, { before, months, after }: SplitMonths): RawBuilder<SumRow> {
  return sql<SumRow>`
    select null::date as day, geo_key as geo, advertiser_id as "advertiserId", source_number as "sourceNumber",
      sum(leads)::int8 as leads, sum(deposits)::int8 as deposits,
      null::timestamptz as "lastLeadAt", null::timestamptz as "lastDepositAt"
    from (
      select geo_key, advertiser_id, source_number, leads, deposits from delivered_by_month
      where ${matches(months, {}, sql.ref('month'))}
      union all
      select geo_key, advertiser_id, source_number, leads, deposits from delivered_by_broker
      where ${matches(before, {})}
      union all
      select geo_key, advertiser_id, source_number, leads, deposits from delivered_by_broker
      where ${matches(after, {})}
    ) f
    group by geo_key, advertiser_id, source_number
    union all
    select day, null, null, null, leads, deposits, null, null from delivered_by_day
    where ${matches(period, {})} and (leads <> 0 or deposits <> 0)`
}

function byDeposits(period: DayRange, filter: AnalyticsFilter): RawBuilder<unknown> {
  return sql`
    select day, geo_key, advertiser_id, source_number, leads, deposits, last_lead_at, last_deposit_at
    from delivered_by_broker where ${matches(period, filter)}`
}

function byLeads(period: DayRange, filter: AnalyticsFilter): RawBuilder<unknown> {
  return sql`
    select day, geo_key, advertiser_id, source_number, leads, 0 as deposits, last_lead_at, last_deposit_at
    from delivered_by_broker where ${matches(period, filter)}
    union all
    select day, geo_key, advertiser_id, source_number, 0, deposits, null, null
    from deposits_by_lead_day where ${matches(period, filter)}`
}

/** Of rows that have a day and a key. */
export function matches(
  { start, end }: DayRange,
  { geo, advertiserId, sourceNumber }: AnalyticsFilter,
  day: RawBuilder<unknown> = sql.ref('day'),
): RawBuilder<boolean> {
  const conditions = [sql`${day} between ${start}::date and ${end}::date`]
  if (geo !== undefined) conditions.push(sql`geo_key in (${sql.join(keysOfGeo(geo))})`)
  if (advertiserId !== undefined) conditions.push(sql`lower(advertiser_id) = lower(${advertiserId})`)
  if (sourceNumber !== undefined) conditions.push(sql`source_number = ${foldSource(sourceNumber)}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function findLatest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((latest, at) => (at !== null && (latest === null || at > latest) ? at : latest), null)
}

/** Deposits of a period, by their own days and keys, that belong to no lead that is known. */
export async function countUnknownDeposits(
  db: Database,
  { start, end }: DayRange,
  { geo, advertiserId, sourceNumber }: AnalyticsFilter,
): Promise<number> {
  let query = db
    .selectFrom('deposits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('found_lead_id', 'is', null)
    .where('day', '>=', start)
    .where('day', '<=', end)
  if (geo !== undefined) query = query.where('counted_geo_key', 'in', keysOfGeo(geo))
  if (advertiserId !== undefined)
    query = query.where(sql`lower(counted_advertiser_id)`, '=', sql`lower(${advertiserId})`)
  if (sourceNumber !== undefined) query = query.where('counted_source_number', '=', foldSource(sourceNumber))
  return (await query.executeTakeFirstOrThrow()).count
}

interface PlannedRow {
  date: Day
  planned: number
  delivered: number
}

/** Of the days that have broker caps. */
export async function sumPlanned(db: Database, period: DayRange, filter: AnalyticsFilter): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select c.date, sum(c.cap)::int8 as planned, coalesce(sum(d.leads), 0)::int8 as delivered
    from (
      select date, geo_key, advertiser_id, source_number, cap from caps
      where kind = 'broker' and ${matches(period, filter, sql.ref('date'))}
    ) c
    left join (select * from delivered_by_broker where ${matches(period, filter)}) d
      on (d.day, d.geo_key, d.advertiser_id, d.source_number)
        = (c.date, c.geo_key, c.advertiser_id, c.source_number)
    group by c.date`.execute(db)
  return rows
}
