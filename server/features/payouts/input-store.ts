import { sql, type RawBuilder } from 'kysely'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { DepositInput } from '#domain/payouts/placement.ts'
import {
  formatRow,
  type Deal,
  type LeadOfDeposit,
  type PayoutDeposit,
  type PayoutLead,
  type Place,
  type Price,
} from '#domain/payouts/rows.ts'
import type { Names } from '#domain/payouts/summary.ts'
import { arrayLiteral } from '#platform/db/array-literal.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** From here on the transaction sees the tables as they are now, whatever is written meanwhile. */
export async function takeSnapshot(tx: Tx): Promise<number> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
  // Leads are grouped by hashing, which takes two thirds of the time of sorting: the planner cannot know how small lists are.
  await sql`set local enable_sort to off`.execute(tx)
  return readDataVersion(tx)
}

/** The broker caps of a range, by day and place. */
export async function listDeals(db: Database, { start, end }: DayRange): Promise<Deal[]> {
  const { rows } = await sql<DealRow>`
    ${SELECT_DEALS}
    where c.kind = 'broker' and c.date >= ${start} and c.date <= ${end}
    order by c.date, c.geo_key, c.advertiser_id, c.source_number`.execute(db)
  return rows.map(toDeal)
}

/** The broker caps of these places. */
export async function listDealsAt(db: Database, places: readonly Place[]): Promise<Deal[]> {
  const { rows } = await sql<DealRow>`
    ${SELECT_DEALS}
    join ${unnestPlaces(places)} on p.day = c.date and p.geo_key = c.geo_key
      and p.advertiser_id = c.advertiser_id and p.source_number = c.source_number
    where c.kind = 'broker'`.execute(db)
  return rows.map(toDeal)
}

interface DealRow extends Omit<Deal, 'cpa' | 'crg' | 'affiliatePrice'> {
  cpa: string | null
  crg: string | null
  affiliateCpa: string | null
  affiliateCrg: string | null
}

const SELECT_DEALS = sql`
  select c.id as "capId", c.date, c.geo, c.advertiser_id as "advertiserId", c.advertiser_name as "advertiserName",
    c.source_number as "sourceNumber", c.cap, c.working_hours as "workingHours", c.always_on as "alwaysOn",
    c.cpa, c.crg, a.cpa as "affiliateCpa", a.crg as "affiliateCrg"
  from caps c left join caps a on a.kind = 'affiliate' and a.date = c.date and a.geo_key = c.geo_key
    and a.source_number = c.source_number and a.cpa is not null`

function toDeal({ cpa, crg, affiliateCpa, affiliateCrg, ...row }: DealRow): Deal {
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

/** As rows `p`, folded as the tables keep them. */
function unnestPlaces(places: readonly Place[]) {
  return sql`unnest(${places.map(({ day }) => day)}::date[], ${places.map(({ geo }) => foldGeo(geo))}::text[],
    ${places.map(({ advertiserId }) => advertiserId)}::text[],
    ${places.map(({ sourceNumber }) => foldSource(sourceNumber))}::text[])
    as p (day, geo_key, advertiser_id, source_number)`
}

/**
 * The leads of these places and some of the days beside them: leads are filed by the day of the zone that is set now.
 * Each with whether a deposit may be of it: it names the lead, or has its e-mail.
 */
export async function listLeadsAround(
  db: Database,
  places: readonly Place[],
): Promise<(PayoutLead & { mayConvert: boolean })[]> {
  const { rows } = await sql<PayoutLead & { mayConvert: boolean }>`
    with around as (
      select distinct p.day + beside as day, p.geo_key, p.advertiser_id, p.source_number
      from ${unnestPlaces(places)} cross join generate_series(-1, 1) as beside
    )
    select ${LEAD_COLUMNS}, email, status,
      exists (select from deposits d where d.connector = l.connector and d.lead_id = l.external_id)
        or exists (select from deposits d where d.email_key = l.email_key) as "mayConvert"
    from around p join leads l using (day, geo_key, advertiser_id, source_number)`.execute(db)
  return rows
}

/** Leads of a time that converted before it, which is possible where clocks differ. */
export async function listLeadsConvertedBefore(db: Database, from: Instant, until: Instant): Promise<LeadName[]> {
  const { rows } = await sql<LeadName>`
    select distinct l.connector, l.external_id as id, l.email_key as "emailKey"
    from deposits d join leads l on l.connector = d.connector and l.external_id = d.lead_id
    where d.created_at < ${formatInstant(from)}
      and l.created_at >= ${formatInstant(from)} and l.created_at < ${formatInstant(until)}`.execute(db)
  return rows
}

export type LeadName = Pick<PayoutLead, 'connector' | 'id' | 'emailKey'>

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
 * Leads that came from one instant until another, which is not included. A million of them are read in a fraction of the
 * time and the memory as lists, a row for each place, than as a row for each lead.
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
 * The deposits that came from one instant until another, the leads that they may belong to, and all other deposits of
 * those leads: without them nobody knows which one is a lead's conversion. The same for other leads.
 */
export async function listDepositInput(
  db: Database,
  from: Instant,
  until: Instant,
  others: readonly LeadName[] = [],
): Promise<Pick<DepositInput, 'leads' | 'deposits'>> {
  const isAsked = sql`created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}`
  const { rows: asked } = await sql<PayoutDeposit>`select ${DEPOSIT_COLUMNS} from deposits where ${isAsked}`.execute(db)
  const owners = await listLeadsOf(db, asked)
  const beside = await listDepositsOf(db, [...owners, ...others], sql`not (${isAsked})`)
  if (beside.length === 0) return { deposits: asked, leads: owners }
  const known = new Set(owners.map(formatRow))
  const leads = (await listLeadsOf(db, beside)).filter((lead) => !known.has(formatRow(lead)))
  return { deposits: [...asked, ...beside], leads: [...owners, ...leads] }
}

/** The leads that these deposits name; for those that name none that is known, all leads with their e-mail. */
async function listLeadsOf(db: Database, deposits: readonly PayoutDeposit[]): Promise<LeadOfDeposit[]> {
  const names = deposits.flatMap(({ connector, leadId }) => (leadId === null ? [] : { connector, id: leadId }))
  const { rows: named } = await sql<LeadOfDeposit>`
    select ${LEAD_COLUMNS} from leads l where (connector, external_id) in (select * from ${unnestNames(names)})`.execute(
    db,
  )
  const known = new Set(named.map(formatRow))
  const emails = deposits
    .filter(({ connector, leadId }) => leadId === null || !known.has(formatRow({ connector, id: leadId })))
    .flatMap(({ emailKey }) => emailKey ?? [])
  const { rows: namesakes } = await sql<LeadOfDeposit>`
    select ${LEAD_COLUMNS} from leads l where email_key in (select unnest(${arrayLiteral(emails)}::text[]))`.execute(db)
  return [...named, ...namesakes.filter((lead) => !known.has(formatRow(lead)))]
}

function unnestNames(names: readonly Pick<LeadName, 'connector' | 'id'>[]) {
  return sql`unnest(${arrayLiteral(names.map(({ connector }) => connector))}::text[],
    ${arrayLiteral(names.map(({ id }) => id))}::text[])`
}

/** The deposits that may be of these leads: those that name one, or have its e-mail. */
async function listDepositsOf(
  db: Database,
  leads: readonly LeadName[],
  condition: RawBuilder<unknown>,
): Promise<PayoutDeposit[]> {
  const emails = leads.flatMap(({ emailKey }) => emailKey ?? [])
  const { rows } = await sql<PayoutDeposit>`
    select ${DEPOSIT_COLUMNS} from deposits where ${condition} and (
      (connector, lead_id) in (select * from ${unnestNames(leads)}) or email_key in (select unnest(${arrayLiteral(emails)}::text[]))
    )`.execute(db)
  return rows
}

/** Of many rows, instants as numbers are read in half the time of texts. */
const CREATED_AT = sql`(date_part('epoch', created_at) * 1000)::bigint`

const LEAD_COLUMNS = sql`connector, external_id as id, ${CREATED_AT} as "createdAt", geo, advertiser_id as "advertiserId",
  source_number as "sourceNumber", email_key as "emailKey"`

const DEPOSIT_COLUMNS = sql`connector, external_id as id, lead_id as "leadId", ${CREATED_AT} as "createdAt", geo,
  advertiser_id as "advertiserId", source_number as "sourceNumber", email, email_key as "emailKey",
  (payout * 100)::bigint as payout`

export async function listNames(db: Database): Promise<Names> {
  const advertisers = await db.selectFrom('advertisers').select(['advertiser_id as id', 'name']).execute()
  const publishers = await db.selectFrom('publishers').select(['source_number as id', 'name']).execute()
  const byId = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { advertisers: byId(advertisers), publishers: byId(publishers) }
}
