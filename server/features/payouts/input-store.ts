import { sql } from 'kysely'
import { parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { DepositInput } from '#domain/payouts/placement.ts'
import type { Deal, DayRange, PayoutDeposit, PayoutLead, Place, Price } from '#domain/payouts/rows.ts'
import type { Names } from '#domain/payouts/summary.ts'
import { arrayLiteral } from '#platform/db/array-literal.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** From here on the transaction sees the tables as they are now, whatever is written meanwhile. */
export async function takeSnapshot(tx: Tx): Promise<number> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
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
    select ${LEAD_COLUMNS},
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

/**
 * Leads that came from one instant until another, which is not included; for their fates, so without what e-mails are
 * compared by. Of a million, instants as numbers are read in half the time of texts.
 */
export async function listLeadsBetween(db: Database, from: Instant, until: Instant): Promise<PayoutLead[]> {
  const { rows } = await sql<PayoutLead>`
    select connector, external_id as id, (date_part('epoch', created_at) * 1000)::bigint as "createdAt", geo,
      advertiser_id as "advertiserId", source_number as "sourceNumber", email, null as "emailKey", status
    from leads l
    where created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}`.execute(db)
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
  const { rows: deposits } = await sql<PayoutDeposit>`
    with asked as materialized (
      select connector, lead_id, email_key from deposits
      where created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}
    ),
    owners as materialized (
      select * from unnest(${others.map(({ connector }) => connector)}::text[], ${others.map(({ id }) => id)}::text[],
        ${others.map(({ emailKey }) => emailKey)}::text[]) as o (connector, external_id, email_key)
      union
      select l.connector, l.external_id, l.email_key from leads l
      where (l.connector, l.external_id) in (select connector, lead_id from asked where lead_id is not null)
      union
      select l.connector, l.external_id, l.email_key from leads l
      where l.email_key in (select email_key from asked where email_key is not null)
    ),
    emails as materialized (
      select email_key from asked where email_key is not null
      union
      select email_key from owners where email_key is not null
    )
    select ${DEPOSIT_COLUMNS} from deposits d
    where created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}
      or (connector, lead_id) in (select connector, external_id from owners)
      or email_key in (select email_key from emails)`.execute(db)
  return { deposits, leads: await listLeadsOf(db, deposits) }
}

/** The leads that any of these deposits names, and those with an e-mail of theirs or of such a lead. */
async function listLeadsOf(db: Database, deposits: readonly PayoutDeposit[]): Promise<PayoutLead[]> {
  const named = deposits.filter(({ leadId }) => leadId !== null)
  const emails = deposits.flatMap(({ emailKey }) => emailKey ?? [])
  const { rows } = await sql<PayoutLead>`
    with named as materialized (
      select l.* from unnest(${arrayLiteral(named.map(({ connector }) => connector))}::text[],
        ${arrayLiteral(named.map(({ leadId }) => leadId))}::text[]) as n (connector, external_id)
      join leads l using (connector, external_id)
    ),
    emails as materialized (
      select unnest(${arrayLiteral(emails)}::text[]) as email_key union select email_key from named where email_key is not null
    )
    select ${LEAD_COLUMNS} from (
      select * from named
      union
      select * from leads where email_key in (select email_key from emails)
    ) l`.execute(db)
  return rows
}

const LEAD_COLUMNS = sql`connector, external_id as id, created_at as "createdAt", geo, advertiser_id as "advertiserId",
  source_number as "sourceNumber", email, email_key as "emailKey", status`

const DEPOSIT_COLUMNS = sql`connector, external_id as id, lead_id as "leadId", created_at as "createdAt", geo,
  advertiser_id as "advertiserId", source_number as "sourceNumber", email, email_key as "emailKey",
  (payout * 100)::bigint as payout`

export async function readNames(db: Database): Promise<Names> {
  const advertisers = await db.selectFrom('advertisers').select(['advertiser_id as id', 'name']).execute()
  const publishers = await db.selectFrom('publishers').select(['source_number as id', 'name']).execute()
  const byId = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { advertisers: byId(advertisers), publishers: byId(publishers) }
}
