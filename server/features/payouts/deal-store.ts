import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { FatedLead, LeadFate } from '#domain/payouts/fates.ts'
import type { DealOrder, ExtraOrder } from '#domain/payouts/orders.ts'
import type { DealSummary, ExtraSummary } from '#domain/payouts/summary.ts'
import { arrayLiteral } from '#platform/db/array-literal.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export interface DealToStore {
  position: number
  deal: DealSummary
  leads: readonly FatedLead[]
}

export async function insertDeals(tx: Tx, reportId: string, deals: readonly DealToStore[]): Promise<void> {
  if (deals.length === 0) return
  await tx
    .insertInto('payout_deals')
    .values(
      deals.map(({ position, deal, leads }) => {
        const list = (textOf: (lead: FatedLead) => string) => sql<string[]>`${arrayLiteral(leads.map(textOf))}::text[]`
        return {
          report_id: reportId,
          cap_id: deal.capId,
          position,
          deal: JSON.stringify(deal),
          lead_connectors: list(({ lead }) => lead.connector),
          lead_ids: list(({ lead }) => lead.id),
          lead_instants: sql<
            string[]
          >`${arrayLiteral(leads.map(({ lead }) => formatInstant(lead.createdAt)))}::timestamptz[]`,
          // A list has no nulls of its own: an empty text is no status.
          lead_statuses: list(({ lead }) => lead.status ?? ''),
          lead_fates: list(({ fate }) => fate),
        }
      }),
    )
    .execute()
}

/** What a pool comes to is known only once all deals are stored. */
export async function updateDealMoney(
  tx: Tx,
  reportId: string,
  moneys: readonly { capId: string; money: Pick<DealSummary, 'payout' | 'guarantee' | 'margin'> }[],
): Promise<void> {
  await sql`
    update payout_deals d set deal = d.deal || m.money
    from unnest(${moneys.map(({ capId }) => capId)}::text[],
      ${moneys.map(({ money }) => JSON.stringify(money))}::jsonb[]) as m (cap_id, money)
    where d.report_id = ${reportId} and d.cap_id = m.cap_id`.execute(tx)
}

export interface DealLead {
  connector: string
  id: string
  email: string | null
  status: string | null
  createdAt: Instant
  fate: LeadFate
}

/** The leads of a deal with their fates, oldest first; null where the report has no such deal. */
export async function listDealLeads(
  db: Database,
  of: { reportId: string; capId: string; fate: LeadFate | null; offset: number; limit: number },
): Promise<{ total: number; leads: DealLead[] } | null> {
  const { reportId, capId, fate, offset, limit } = of
  const { rows: counted } = await sql<{ total: number }>`
    select case when ${fate}::text is null then cardinality(lead_fates)
      else cardinality(array_positions(lead_fates, ${fate})) end as total
    from payout_deals where report_id = ${reportId} and cap_id = ${capId}`.execute(db)
  const total = counted[0]?.total
  if (total === undefined) return null
  const { rows: leads } = await sql<DealLead>`
    with fated as (
      select d.* from payout_deals p cross join lateral
        unnest(p.lead_connectors, p.lead_ids, p.lead_instants, p.lead_statuses, p.lead_fates)
        with ordinality as d (connector, id, "createdAt", status, fate, position)
      where p.report_id = ${reportId} and p.cap_id = ${capId} and (${fate}::text is null or d.fate = ${fate})
      order by d.position offset ${offset} limit ${limit}
    )
    select fated.connector, fated.id, fated."createdAt", nullif(fated.status, '') as status, fated.fate, leads.email
    from fated left join leads on leads.connector = fated.connector and leads.external_id = fated.id
    order by fated.position`.execute(db)
  return { total, leads }
}

/** A deal without the lists of its leads and deposits. */
export type DealRow = Omit<DealSummary, 'leadDetails' | 'depositDetails' | 'truncated'>

export interface PageOf<Order> {
  reportId: string
  /** A source, folded; null: of all. */
  affiliateId: string | null
  sort: Order
  descending: boolean
  offset: number
  limit: number
}

/** The deals of a report, by what is asked for, then by day and place. */
export async function listDealRows(
  db: Database,
  { reportId, affiliateId, sort, descending, offset, limit }: PageOf<DealOrder>,
): Promise<{ total: number; rows: DealRow[] }> {
  const ofAffiliate = sql`report_id = ${reportId}
    and (${affiliateId}::text is null or deal ->> 'sourceNumber' = ${affiliateId})`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from payout_deals where ${ofAffiliate}`.execute(db)
  const { rows } = await sql<{ deal: DealRow }>`
    select deal - 'leadDetails' - 'depositDetails' - 'truncated' as deal from payout_deals
    where ${ofAffiliate}
    order by ${DEAL_KEYS[sort]} ${descending ? sql`desc` : sql`asc`} nulls last, position
    offset ${offset} limit ${limit}`.execute(db)
  return { total: counted[0]?.total ?? 0, rows: rows.map(({ deal }) => deal) }
}

/** All deals of a report, by day and place, with their lists. */
export async function listDealSummaries(db: Database, reportId: string): Promise<DealSummary[]> {
  const { rows } = await sql<{ deal: DealSummary }>`
    select deal from payout_deals where report_id = ${reportId} order by position`.execute(db)
  return rows.map(({ deal }) => deal)
}

const DEAL_KEYS: Record<DealOrder, ReturnType<typeof sql>> = {
  date: sql`position`,
  geo: sql`deal ->> 'geo'`,
  source: orderSource(sql`deal ->> 'sourceNumber'`),
  broker: sql`coalesce(deal ->> 'advertiserName', deal ->> 'advertiserId')`,
  terms: sql`(deal ->> 'cpa')::bigint`,
  cap: sql`(deal ->> 'cap')::int`,
  valid: sql`(deal ->> 'validLeads')::int`,
  invalid: sql`(select coalesce(sum(count::int), 0) from jsonb_each_text(deal -> 'invalidStatuses') as s (status, count))`,
  outside: sql`(deal ->> 'outsideWorkingHours')::int`,
  capped: sql`(deal ->> 'capped')::int`,
  deposits: sql`(deal -> 'deposits' ->> 'total')::int`,
  rate: sql`(deal ->> 'actualConversionRate')::float`,
  cpa: sql`(deal -> 'payout' ->> 'cpaComponent')::bigint`,
  'top-up': sql`(deal -> 'payout' ->> 'crgComponent')::bigint`,
  extras: sql`(deal -> 'payout' ->> 'extras')::bigint`,
  margin: sql`(deal -> 'margin' ->> 'income')::bigint - (deal -> 'margin' ->> 'owed')::bigint`,
  total: sql`(deal -> 'payout' ->> 'total')::bigint`,
}

/** The rows of out-of-deal deposits of a report, by what is asked for, then by day and place. */
export async function listExtraRows(
  db: Database,
  { reportId, affiliateId, sort, descending, offset, limit }: PageOf<ExtraOrder>,
): Promise<{ total: number; rows: ExtraSummary[] }> {
  const extras = sql`
    select extra, position from payout_reports
      cross join lateral jsonb_array_elements(summary -> 'extraDeposits') with ordinality as e (extra, position)
    where id = ${reportId} and (${affiliateId}::text is null or extra ->> 'sourceNumber' = ${affiliateId})`
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from (${extras}) e`.execute(db)
  const { rows } = await sql<{ extra: ExtraSummary }>`
    select extra from (${extras}) e
    order by ${EXTRA_KEYS[sort]} ${descending ? sql`desc` : sql`asc`} nulls last, position
    offset ${offset} limit ${limit}`.execute(db)
  return { total: counted[0]?.total ?? 0, rows: rows.map(({ extra }) => extra) }
}

const EXTRA_KEYS: Record<ExtraOrder, ReturnType<typeof sql>> = {
  date: sql`position`,
  geo: sql`extra ->> 'geo'`,
  source: orderSource(sql`extra ->> 'sourceNumber'`),
  broker: sql`coalesce(extra ->> 'advertiserName', extra ->> 'advertiserId')`,
  deposits: sql`(extra ->> 'deposits')::int`,
  payout: sql`(extra ->> 'payout')::bigint`,
}

/** Numbers by size, before texts. */
function orderSource(source: ReturnType<typeof sql>) {
  return sql`case when ${source} ~ '^[0-9]+$' then lpad(${source}, 64, '0') else ${source} end`
}
