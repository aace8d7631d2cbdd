import { sql, type Insertable } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import type { FatedLead, LeadFate } from '#domain/payouts/fates.ts'
import type { DealOrder, ExtraOrder } from '#domain/payouts/orders.ts'
import type { DealDetails, DealSummary, ExtraSummary } from '#domain/payouts/summary.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { sourceOrder } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/tables.ts'

/** A deal as it is written: small texts instead of its leads. */
export type DealRowToStore = Insertable<DB['payout_deals']>

export interface DealToStore {
  reportId: string
  position: number
  deal: DealSummary
  details: DealDetails
  /** All that it has. */
  leads: readonly FatedLead[]
}

export function toDealRow({ reportId, position, deal, details, leads }: DealToStore): DealRowToStore {
  const list = (of: (lead: FatedLead) => string | number | null) => JSON.stringify(leads.map(of))
  return {
    report_id: reportId,
    cap_id: deal.capId,
    position,
    deal: JSON.stringify(deal),
    details: JSON.stringify(details),
    lead_connectors: list(({ lead }) => lead.connector),
    lead_ids: list(({ lead }) => lead.id),
    lead_instants: list(({ lead }) => lead.createdAt),
    lead_statuses: list(({ lead }) => lead.status),
    lead_fates: list(({ fate }) => fate),
  }
}

export async function insertDeals(tx: Tx, rows: readonly DealRowToStore[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('payout_deals')
      .values([...rows])
      .execute()
}

/** A pool's result is known only once all deals are stored. */
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
  /** An e-mail was there and was deleted. */
  forgotten: boolean
  status: string | null
  createdAt: Instant
  fate: LeadFate
}

/** A page of the leads of a deal, and how many there are. */
export interface DealLeads {
  deal: DealSummary
  total: number
  leads: DealLead[]
}

/** The leads of a deal with their fates, oldest first; null if the report has no such deal. */
export async function listDealLeads(
  db: Database,
  of: { reportId: string; capId: string; fate: LeadFate | null; offset: number; limit: number },
): Promise<DealLeads | null> {
  const { reportId, capId, fate, offset, limit } = of
  const { rows: found } = await sql<{ deal: DealSummary; total: number }>`
    select deal, case when ${fate}::text is null then json_array_length(lead_fates)
      else (select count(*)::int from json_array_elements_text(lead_fates) as f (fate) where f.fate = ${fate}) end as total
    from payout_deals where report_id = ${reportId} and cap_id = ${capId}`.execute(db)
  const [head] = found
  if (!head) return null
  const { rows: leads } = await sql<DealLead>`
    with fated as (
      select d.* from payout_deals p cross join lateral rows from (
        json_array_elements_text(p.lead_connectors), json_array_elements_text(p.lead_ids),
        json_array_elements_text(p.lead_instants), json_array_elements_text(p.lead_statuses),
        json_array_elements_text(p.lead_fates)
      ) with ordinality as d (connector, id, instant, status, fate, position)
      where p.report_id = ${reportId} and p.cap_id = ${capId} and (${fate}::text is null or d.fate = ${fate})
      order by d.position offset ${offset} limit ${limit}
    ),
    found as materialized (
      select connector, external_id, email, email_key from leads where connector = any(array(select connector from fated))
        and external_id = any(array(select id from fated))
    )
    select fated.connector, fated.id, fated.instant::bigint as "createdAt", fated.status, fated.fate, found.email,
      found.email is null and found.email_key is not null as forgotten
    from fated left join found on found.connector = fated.connector and found.external_id = fated.id
    order by fated.position`.execute(db)
  return { ...head, leads }
}

export interface PageOf<Order> {
  reportId: string
  /** A source, folded; null: of all. */
  affiliateId: string | null
  sort: Order
  descending: boolean
  offset: number
  limit: number
}

/** The deals of a report in the requested order, then by day and place. */
export async function listDealRows(
  db: Database,
  { reportId, affiliateId, sort, descending, offset, limit }: PageOf<DealOrder>,
): Promise<{ total: number; rows: DealSummary[] }> {
  const ofAffiliate = sql`report_id = ${reportId}
    and (${affiliateId}::text is null or deal ->> 'sourceNumber' = ${affiliateId})`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from payout_deals where ${ofAffiliate}`.execute(db)
  const { rows } = await sql<{ deal: DealSummary }>`
    select deal from payout_deals
    where ${ofAffiliate}
    order by ${DEAL_KEYS[sort]} ${descending ? sql`desc` : sql`asc`} nulls last, position
    offset ${offset} limit ${limit}`.execute(db)
  return { total: counted[0]?.total ?? 0, rows: rows.map(({ deal }) => deal) }
}

/** All deals of a report, by day and place, with the first of their leads and deposits. */
export async function listDetailedDeals(db: Database, reportId: string): Promise<(DealSummary & DealDetails)[]> {
  const { rows } = await sql<{ deal: DealSummary; details: DealDetails }>`
    select deal, details from payout_deals where report_id = ${reportId} order by position`.execute(db)
  return rows.map(({ deal, details }) => ({ ...deal, ...details }))
}

const DEAL_KEYS: Record<DealOrder, ReturnType<typeof sql>> = {
  date: sql`position`,
  geo: orderText(sql`deal ->> 'geo'`),
  source: orderText(sourceOrder(sql`deal ->> 'sourceNumber'`)),
  broker: orderText(sql`coalesce(deal ->> 'advertiserName', deal ->> 'advertiserId')`),
  terms: sql`(deal ->> 'cpa')::bigint`,
  cap: sql`(deal ->> 'cap')::int`,
  valid: sql`(deal ->> 'validLeads')::int`,
  invalid: sql`(select coalesce(sum(count::int), 0) from jsonb_each_text(deal -> 'invalidStatuses') as s (status, count))`,
  outside: sql`(deal ->> 'outsideWorkingHours')::int`,
  paused: sql`(deal ->> 'paused')::int`,
  capped: sql`(deal ->> 'capped')::int`,
  deposits: sql`(deal -> 'deposits' ->> 'total')::int`,
  rate: sql`(deal ->> 'actualConversionRate')::float`,
  cpa: sql`(deal -> 'payout' ->> 'cpaComponent')::bigint`,
  'top-up': sql`(deal -> 'payout' ->> 'crgComponent')::bigint`,
  extras: sql`(deal -> 'payout' ->> 'extras')::bigint`,
  margin: sql`(deal -> 'margin' ->> 'income')::bigint - (deal -> 'margin' ->> 'owed')::bigint`,
  total: sql`(deal -> 'payout' ->> 'total')::bigint`,
}

/** The out-of-deal rows of a report in the requested order, then by day and place. */
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
  geo: orderText(sql`extra ->> 'geo'`),
  source: orderText(sourceOrder(sql`extra ->> 'sourceNumber'`)),
  broker: orderText(sql`coalesce(extra ->> 'advertiserName', extra ->> 'advertiserId')`),
  deposits: sql`(extra ->> 'deposits')::int`,
  payout: sql`(extra ->> 'payout')::bigint`,
}

/** In the order of the database's letters, whatever their case; missing values last, as in every table. */
function orderText(text: ReturnType<typeof sql>) {
  return sql`nullif(lower(${text}), '')`
}
