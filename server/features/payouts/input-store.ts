import { sql } from 'kysely'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Deal, PayoutDeposit, PayoutLead, Place, Price } from '#domain/payouts/rows.ts'
import { PREPARED } from '#platform/db/connection.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** Identifies the state that the transaction of `readOneState` sees, and sets what its statements need. */
export async function findState(tx: Tx): Promise<number> {
  // This connection waits while another writes what was read. It blocks nobody meanwhile.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  // Leads are grouped by hashing, which takes two thirds of the time of sorting: the planner cannot know how small lists are.
  await sql`set local enable_sort to off`.execute(tx)
  return readDataVersion(tx)
}

/** A broker cap as it is kept; when its traffic was stopped is not. */
export type StoredDeal = Omit<Deal, 'pauses'>

/** The broker caps of a range, by day and place. */
export async function listDeals(db: Database, { start, end }: DayRange): Promise<StoredDeal[]> {
  const { rows } = await sql<DealRow>`
    select ${DEALS}
    where c.kind = 'broker' and c.date >= ${start} and c.date <= ${end}
    order by c.date, c.geo_key, c.advertiser_id, c.source_number`.execute(db)
  return rows.map(toDeal)
}

/** The broker caps of these places. */
export async function listDealsAt(db: Database, places: readonly Place[]): Promise<StoredDeal[]> {
  const { rows } = await sql<DealRow>`select ${PREPARED} ${DEALS}
    join ${unnestPlaces(places)} on p.day = c.date and p.geo_key = c.geo_key
      and p.advertiser_id = c.advertiser_id and p.source_number = c.source_number
    where c.kind = 'broker'`.execute(db)
  return rows.map(toDeal)
}

interface DealRow extends Omit<StoredDeal, 'cpa' | 'crg' | 'affiliatePrice'> {
  cpa: string | null
  crg: string | null
  affiliateCpa: string | null
  affiliateCrg: string | null
}

const DEALS = sql`
  c.id as "capId", c.date, c.geo, c.advertiser_id as "advertiserId", c.advertiser_name as "advertiserName",
    c.source_number as "sourceNumber", c.cap, c.working_hours as "workingHours", c.always_on as "alwaysOn",
    c.cpa, c.crg, a.cpa as "affiliateCpa", a.crg as "affiliateCrg"
  from caps c left join caps a on a.kind = 'affiliate' and a.date = c.date and a.geo_key = c.geo_key
    and a.source_number = c.source_number and a.cpa is not null`

function toDeal({ cpa, crg, affiliateCpa, affiliateCrg, ...row }: DealRow): StoredDeal {
  return {
    ...row,
    ...readPrice(cpa, crg),
    affiliatePrice: affiliateCpa === null ? null : readPrice(affiliateCpa, affiliateCrg),
  }
}

function readPrice(cpa: string | null, crg: string | null): Price {
  return {
    cpa: cpa === null ? null : parseHundredths<Cents>(cpa),
    crg: crg === null ? null : parseHundredths<BasisPoints>(crg),
  }
}

/** As rows `p`, folded as the tables keep them. Of a single one the plan is as good for any other, and so is kept. */
function unnestPlaces(places: readonly Place[]) {
  const [only, ...more] = places
  if (only && more.length === 0) {
    const { day, geo, advertiserId, sourceNumber } = only
    return sql`(values (${day}::date, ${foldGeo(geo)}::text, ${advertiserId}::text, ${foldSource(sourceNumber)}::text))
      as p (day, geo_key, advertiser_id, source_number)`
  }
  return sql`unnest(${places.map(({ day }) => day)}::date[], ${places.map(({ geo }) => foldGeo(geo))}::text[],
    ${places.map(({ advertiserId }) => advertiserId)}::text[],
    ${places.map(({ sourceNumber }) => foldSource(sourceNumber))}::text[])
    as p (day, geo_key, advertiser_id, source_number)`
}

/**
 * The leads of these places and some neighbouring days (leads are stored by the day of the current zone), each with
 * whether it has a deposit.
 */
export async function listLeadsAround(
  db: Database,
  places: readonly Place[],
): Promise<(PayoutLead & { hasDeposit: boolean })[]> {
  const { rows } = await sql<PayoutLead & { hasDeposit: boolean }>`
    with around as (
      select distinct p.day + beside as day, p.geo_key, p.advertiser_id, p.source_number
      from ${unnestPlaces(places)} cross join generate_series(-1, 1) as beside
    ),
    found as materialized (
      select l.* from around p join leads l using (day, geo_key, advertiser_id, source_number)
    )
    select ${ROW_COLUMNS}, email, status,
      exists (select from deposits d where d.found_connector = l.connector and d.found_lead_id = l.external_id)
        as "hasDeposit"
    from found l`.execute(db)
  return rows
}

/** Leads of a time that converted before it, which is possible where clocks differ. */
export async function listLeadsConvertedBefore(db: Database, from: Instant, until: Instant): Promise<LeadName[]> {
  const { rows } = await sql<LeadName>`
    select distinct l.connector, l.external_id as id
    from deposits d join leads l on l.connector = d.found_connector and l.external_id = d.found_lead_id
    where d.created_at < ${formatInstant(from)}
      -- Found by the day of their leads, which is that of another zone where settings changed: off by one at most.
      and d.counted_lead_day between (${formatInstant(from)}::timestamptz at time zone 'UTC')::date - 1
        and (${formatInstant(until)}::timestamptz at time zone 'UTC')::date + 1
      and l.created_at >= ${formatInstant(from)} and l.created_at < ${formatInstant(until)}`.execute(db)
  return rows
}

type LeadName = Pick<PayoutLead, 'connector' | 'id'>

/** The leads of one connector that are written as of one geo, advertiser and source: lists of the same length. */
export interface LeadGroup {
  geo: string
  advertiserId: string
  sourceNumber: string
  connector: string
  ids: string[]
  instants: Instant[]
  emails: (string | null)[]
  statuses: (string | null)[]
}

/**
 * Leads from one instant to another, end excluded. As lists, one row per place, a million of them take a fraction of
 * the time and memory of one row per lead.
 */
export async function listLeadGroups(db: Database, from: Instant, until: Instant): Promise<LeadGroup[]> {
  const { rows } = await sql<LeadGroup>`
    select geo, advertiser_id as "advertiserId", source_number as "sourceNumber", connector,
      json_agg(external_id) as ids, json_agg(${CREATED_AT}) as instants,
      json_agg(email) as emails, json_agg(status) as statuses
    from leads
    where created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}
    group by geo, advertiser_id, source_number, connector`.execute(db)
  return rows
}

/**
 * The deposits from one instant to another, and all other deposits of their leads and of these others, which are needed
 * to know each lead's conversion. Each with its stored lead (`leads/match-store.ts`).
 */
export async function listDepositsAround(
  db: Database,
  from: Instant,
  until: Instant,
  others: readonly LeadName[] = [],
): Promise<PayoutDeposit[]> {
  const isAsked = sql`created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}`
  const { rows } = await sql<PayoutDeposit>`
    with asked as (select * from deposits where ${isAsked}),
    owner as (
      select found_connector as connector, found_lead_id as id from asked where found_lead_id is not null
      union
      select * from unnest(${arrayLiteral(others.map(({ connector }) => connector))}::text[],
        ${arrayLiteral(others.map(({ id }) => id))}::text[])
    ),
    listed as (
      select * from asked
      union all
      select d.* from owner o cross join lateral (
        select * from deposits where found_connector = o.connector and found_lead_id = o.id offset 0
      ) d where not (${isAsked})
    ),
    ${WITH_LEADS}`.execute(db)
  return rows
}

/**
 * Every deposit of these leads, and the deposits of these places on one day without a known lead: all that count in the
 * deals of these leads and places.
 */
export async function listDepositsOf(
  db: Database,
  leads: readonly LeadName[],
  places: readonly Place[],
): Promise<PayoutDeposit[]> {
  const { rows } = await sql<PayoutDeposit>`with ${PREPARED} listed as (
      select d.* from unnest(${arrayLiteral(leads.map(({ connector }) => connector))}::text[],
        ${arrayLiteral(leads.map(({ id }) => id))}::text[]) as l (connector, id)
      cross join lateral (
        select * from deposits where found_connector = l.connector and found_lead_id = l.id offset 0
      ) d
      union all
      select d.* from ${unnestPlaces(places)} cross join lateral (
        select * from deposits where (day, counted_geo_key, counted_advertiser_id, counted_source_number)
          = (p.day, p.geo_key, p.advertiser_id, p.source_number) and found_lead_id is null offset 0
      ) d
    ),
    ${WITH_LEADS}`.execute(db)
  return rows
}

/** Of many rows, instants as numbers are read in half the time of texts. */
const CREATED_AT = sql`(date_part('epoch', created_at) * 1000)::bigint`

/** Deposits have these columns too. */
const ROW_COLUMNS = sql`connector, external_id as id, ${CREATED_AT} as "createdAt", geo, advertiser_id as "advertiserId",
  source_number as "sourceNumber"`

/** Rows `listed`, each with its lead as one column; null if no lead is known. */
const WITH_LEADS = sql`
    owned as materialized (
      select connector, external_id, json_build_object('connector', connector, 'id', external_id,
        'createdAt', ${CREATED_AT}, 'geo', geo, 'advertiserId', advertiser_id, 'sourceNumber', source_number) as lead
      from leads where connector = any(array(select found_connector from listed))
        and external_id = any(array(select found_lead_id from listed))
    )
    select ${ROW_COLUMNS}, email, (payout * 100)::bigint as payout, lead
    from listed left join (select connector as found_connector, external_id as found_lead_id, lead from owned) o
      using (found_connector, found_lead_id)`
