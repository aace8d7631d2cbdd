import { sql } from 'kysely'
import { parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { DepositInput } from '#domain/payouts/placement.ts'
import type { Deal, DayRange, PayoutDeposit, PayoutLead } from '#domain/payouts/rows.ts'
import type { Names } from '#domain/payouts/summary.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** From here on the transaction sees the tables as they are now, whatever is written meanwhile. */
export async function takeSnapshot(tx: Tx): Promise<number> {
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
  return readDataVersion(tx)
}

/** The broker caps of a range, by day and place. */
export async function listDeals(db: Database, { start, end }: DayRange): Promise<Deal[]> {
  const rows = await db
    .selectFrom('caps')
    .select(['id', 'date', 'geo', 'advertiser_id', 'advertiser_name', 'source_number', 'cap', 'working_hours'])
    .select(['always_on', 'cpa', 'crg'])
    .where('kind', '=', 'broker')
    .where('date', '>=', start)
    .where('date', '<=', end)
    .orderBy('date')
    .orderBy('geo_key')
    .orderBy('advertiser_id')
    .orderBy('source_number')
    .execute()
  return rows.map((row) => ({
    capId: row.id,
    date: row.date,
    geo: row.geo,
    advertiserId: row.advertiser_id ?? '',
    advertiserName: row.advertiser_name,
    sourceNumber: row.source_number,
    cap: row.cap,
    workingHours: row.working_hours,
    alwaysOn: row.always_on,
    cpa: row.cpa === null ? null : parseHundredths<Cents>(row.cpa),
    crg: row.crg === null ? null : parseHundredths<BasisPoints>(row.crg),
  }))
}

/** Leads that came from one instant until another, which is not included. */
export async function listLeadsBetween(db: Database, from: Instant, until: Instant): Promise<PayoutLead[]> {
  const { rows } = await sql<PayoutLead>`
    select ${LEAD_COLUMNS} from leads l
    where created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}`.execute(db)
  return rows
}

interface DepositTextRow extends Omit<PayoutDeposit, 'payout'> {
  payout: string | null
}

/**
 * The deposits that came from one instant until another, the leads that they may belong to, and all other deposits of
 * those leads: without them nobody knows which one is a lead's conversion.
 */
export async function listDepositInput(db: Database, from: Instant, until: Instant): Promise<DepositInput> {
  const { rows: deposits } = await sql<DepositTextRow>`
    with asked as materialized (
      select connector, lead_id, email_key from deposits
      where created_at >= ${formatInstant(from)} and created_at < ${formatInstant(until)}
    ),
    owners as materialized (
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
  return {
    deposits: deposits.map((row) => ({
      ...row,
      payout: row.payout === null ? null : parseHundredths<Cents>(row.payout),
    })),
    leads: await listLeadsOf(db, deposits),
  }
}

/** The leads that any of these deposits names, and those with an e-mail of theirs or of such a lead. */
async function listLeadsOf(db: Database, deposits: readonly DepositTextRow[]): Promise<PayoutLead[]> {
  const named = deposits.filter(({ leadId }) => leadId !== null)
  const emails = deposits.flatMap(({ emailKey }) => emailKey ?? [])
  const { rows } = await sql<PayoutLead>`
    with named as materialized (
      select l.* from unnest(${named.map(({ connector }) => connector)}::text[],
        ${named.map(({ leadId }) => leadId)}::text[]) as n (connector, external_id)
      join leads l using (connector, external_id)
    ),
    emails as materialized (
      select unnest(${emails}::text[]) as email_key union select email_key from named where email_key is not null
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
  advertiser_id as "advertiserId", source_number as "sourceNumber", email, email_key as "emailKey", payout`

export async function readNames(db: Database): Promise<Names> {
  const advertisers = await db.selectFrom('advertisers').select(['advertiser_id as id', 'name']).execute()
  const publishers = await db.selectFrom('publishers').select(['source_number as id', 'name']).execute()
  const byId = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { advertisers: byId(advertisers), publishers: byId(publishers) }
}
