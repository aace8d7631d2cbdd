import { sql, type RawBuilder } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Database } from '#platform/db/database.ts'
import { zoneName } from '#platform/db/expressions.ts'
import { findLeadsOf, isStoredOtherwise } from './match-store.ts'

/** A key whose stored counts differ from its leads and deposits. */
export interface CountDifference {
  day: Day
  geoKey: string
  advertiserId: string
  sourceNumber: string
  stored: Counts
  counted: Counts
}

export interface Counts {
  leads: number
  deposits: number
  lastLeadAt: Instant | null
  lastDepositAt: Instant | null
}

/** A sum of a month by key, or of a day in all, that differs from the stored counts. */
export interface SumDifference {
  /** The day, or the month's first day. */
  day: Day
  /** Null: of the day in all. */
  key: { geoKey: string; advertiserId: string; sourceNumber: string } | null
  stored: Sums
  counted: Sums
}

export type Sums = Pick<Counts, 'leads' | 'deposits'>

export interface StatusDifference {
  day: Day
  sourceNumber: string
  status: string
  stored: number
  counted: number
}

/** A key whose leads are stored with other deposits than they have. */
export interface ConversionDifference {
  day: Day
  geoKey: string
  advertiserId: string
  sourceNumber: string
  stored: number
  counted: number
}

/** A deposit that is not stored with the lead, or not counted under the keys, that it has. */
export interface MatchDifference {
  connector: string
  id: string
  day: Day
}

export interface Moves {
  leads: number
  deposits: number
}

/** Instants between which rows lie, both included. */
export interface Span {
  from: Instant
  until: Instant
}

type Table = 'leads' | 'deposits'

/** The number of rows whose stored day is not their local day in the zone. */
export async function countMovingRows(db: Database, zone: string): Promise<Moves> {
  const count = (table: Table) => sql`(select count(*) from ${sql.table(table)} where day <> ${localDay(zone)})`
  const { rows } = await sql<Moves>`select ${count('leads')} as leads, ${count('deposits')} as deposits`.execute(db)
  return rows[0] ?? { leads: 0, deposits: 0 }
}

export async function findSpan(db: Database, table: Table): Promise<Span | null> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.min('created_at').as('first'), fn.max('created_at').as('last')])
    .executeTakeFirst()
  if (!row || row.first === null || row.last === null) return null
  return { from: row.first, until: row.last }
}

/** Puts the rows from one instant to the other, both included, onto their local days in the zone. */
export async function updateLocalDays(db: Database, table: Table, zone: string, { from, until }: Span): Promise<void> {
  await sql`
    update ${sql.table(table)} set day = ${localDay(zone)}
    where created_at between ${formatInstant(from)} and ${formatInstant(until)} and day <> ${localDay(zone)}`.execute(
    db,
  )
}

/** Counts everything again by the days that are stored; rows lie in the order of days, as syncs write them. */
export async function replaceCounts(db: Database): Promise<void> {
  await db.deleteFrom('delivered_by_broker').execute()
  // They follow by themselves; whatever was wrong with them goes too.
  await db.deleteFrom('delivered_by_month').execute()
  await db.deleteFrom('delivered_by_day').execute()
  await sql`
    insert into delivered_by_broker (day, geo_key, advertiser_id, source_number, leads, deposits, last_lead_at,
      last_deposit_at)
    ${countKeys(
      storedDay,
      sql`
      select day, created_at, counted_geo_key as geo_key, counted_advertiser_id as advertiser_id,
        counted_source_number as source_number
      from deposits`,
    )} order by 1, 2, 3, 4`.execute(db)
  await db.deleteFrom('leads_by_status').execute()
  await sql`insert into leads_by_status (day, source_number, status, leads) ${countStatuses(storedDay)}
    order by 1, 2, 3`.execute(db)
  await db.deleteFrom('deposits_by_lead_day').execute()
  await sql`
    insert into deposits_by_lead_day (day, geo_key, advertiser_id, source_number, deposits)
    select counted_lead_day, counted_lead_geo_key, counted_lead_advertiser_id, counted_lead_source_number, count(*)
    from deposits where counted_lead_day is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
}

/** Counts all leads and deposits again, by their local days in the zone, and answers every key that is stored otherwise. */
export async function listCountDifferences(db: Database, zone: string): Promise<CountDifference[]> {
  const { rows } = await sql<
    { [K in keyof CountDifference as Exclude<K, 'stored' | 'counted'>]: CountDifference[K] } & {
      stored_leads: number
      stored_deposits: number
      stored_last_lead_at: Instant | null
      stored_last_deposit_at: Instant | null
      leads: number
      deposits: number
      last_lead_at: Instant | null
      last_deposit_at: Instant | null
    }
  >`
    with counted as (${countKeys(localDay(zone), findLeadsOf(sql`select * from deposits`))})
    select day, geo_key as "geoKey", advertiser_id as "advertiserId", source_number as "sourceNumber",
      coalesce(stored.leads, 0) as stored_leads, coalesce(stored.deposits, 0) as stored_deposits,
      stored.last_lead_at as stored_last_lead_at, stored.last_deposit_at as stored_last_deposit_at,
      coalesce(counted.leads, 0) as leads, coalesce(counted.deposits, 0) as deposits,
      counted.last_lead_at, counted.last_deposit_at
    from counted full join delivered_by_broker stored using (day, geo_key, advertiser_id, source_number)
    where (stored.leads, stored.deposits, stored.last_lead_at, stored.last_deposit_at)
      is distinct from (counted.leads, counted.deposits, counted.last_lead_at, counted.last_deposit_at)
    order by day, geo_key, advertiser_id, source_number`.execute(db)
  return rows.map((row) => ({
    day: row.day,
    geoKey: row.geoKey,
    advertiserId: row.advertiserId,
    sourceNumber: row.sourceNumber,
    stored: {
      leads: row.stored_leads,
      deposits: row.stored_deposits,
      lastLeadAt: row.stored_last_lead_at,
      lastDepositAt: row.stored_last_deposit_at,
    },
    counted: {
      leads: row.leads,
      deposits: row.deposits,
      lastLeadAt: row.last_lead_at,
      lastDepositAt: row.last_deposit_at,
    },
  }))
}

/** The stored sums of months and days that are not those of the counts. A sum of 0 need not be stored. */
export async function listSumDifferences(db: Database): Promise<SumDifference[]> {
  const differs = sql`(coalesce(stored.leads, 0), coalesce(stored.deposits, 0))
    <> (coalesce(counted.leads, 0), coalesce(counted.deposits, 0))`
  const sums = sql`
    jsonb_build_object('leads', coalesce(stored.leads, 0), 'deposits', coalesce(stored.deposits, 0)) as stored,
    jsonb_build_object('leads', coalesce(counted.leads, 0), 'deposits', coalesce(counted.deposits, 0)) as counted`
  const { rows } = await sql<SumDifference>`
    select month as day, jsonb_build_object('geoKey', geo_key, 'advertiserId', advertiser_id, 'sourceNumber',
      source_number) as key, ${sums}
    from (
      select date_trunc('month', day)::date as month, geo_key, advertiser_id, source_number, sum(leads) as leads,
        sum(deposits) as deposits
      from delivered_by_broker group by 1, 2, 3, 4
    ) counted full join delivered_by_month stored using (month, geo_key, advertiser_id, source_number)
    where ${differs}
    union all
    select day, null, ${sums}
    from (
      select day, sum(leads) as leads, sum(deposits) as deposits from delivered_by_broker group by day
    ) counted full join delivered_by_day stored using (day)
    where ${differs}
    order by 1, 2`.execute(db)
  return rows
}

export async function listStatusDifferences(db: Database, zone: string): Promise<StatusDifference[]> {
  const { rows } = await sql<StatusDifference>`
    with counted as (${countStatuses(localDay(zone))})
    select day, source_number as "sourceNumber", status,
      coalesce(stored.leads, 0) as stored, coalesce(counted.leads, 0) as counted
    from counted full join leads_by_status stored using (day, source_number, status)
    where stored.leads is distinct from counted.leads
    order by day, source_number, status`.execute(db)
  return rows
}

export async function listConversionDifferences(db: Database): Promise<ConversionDifference[]> {
  const { rows } = await sql<ConversionDifference>`
    with counted as (
      select lead_day as day, lead_geo_key as geo_key, lead_advertiser_id as advertiser_id,
        lead_source_number as source_number, count(*)::integer as deposits
      from (${findLeadsOf(sql`select * from deposits`)}) d where lead_day is not null group by 1, 2, 3, 4
    )
    select day, geo_key as "geoKey", advertiser_id as "advertiserId", source_number as "sourceNumber",
      coalesce(stored.deposits, 0) as stored, coalesce(counted.deposits, 0) as counted
    from counted full join deposits_by_lead_day stored using (day, geo_key, advertiser_id, source_number)
    where stored.deposits is distinct from counted.deposits
    order by day, geo_key, advertiser_id, source_number`.execute(db)
  return rows
}

export async function listMatchDifferences(db: Database): Promise<MatchDifference[]> {
  const { rows } = await sql<MatchDifference>`
    select connector, external_id as id, day from (${findLeadsOf(sql`select * from deposits`)}) t
    where ${isStoredOtherwise}
    order by connector, external_id`.execute(db)
  return rows
}

const storedDay = sql<Day>`day`

function localDay(zone: string): RawBuilder<Day> {
  return sql<Day>`(created_at at time zone ${zoneName(zone)})::date`
}

function countKeys(day: RawBuilder<Day>, deposits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select day, geo_key, advertiser_id, source_number, coalesce(l.leads, 0) as leads,
      coalesce(p.deposits, 0) as deposits, l.last_lead_at, p.last_deposit_at
    from (
      select ${day} as day, geo_key, advertiser_id, source_number, count(*)::integer as leads,
        max(created_at) as last_lead_at
      from leads group by 1, 2, 3, 4
    ) l full join (
      select ${day} as day, geo_key, advertiser_id, source_number, count(*)::integer as deposits,
        max(created_at) as last_deposit_at
      from (${deposits}) d group by 1, 2, 3, 4
    ) p using (day, geo_key, advertiser_id, source_number)`
}

function countStatuses(day: RawBuilder<Day>): RawBuilder<unknown> {
  return sql`
    select ${day} as day, source_number, status, count(*)::integer as leads
    from leads where status is not null group by 1, 2, 3`
}
