import { sql } from 'kysely'
import { formatHundredths, parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { EditedDeposit } from '#domain/payouts/closing.ts'
import type { ReachedGuarantee } from '#domain/payouts/deal.ts'
import type { DepositList, ListedDeposit } from '#domain/payouts/placed.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** `rows` are in order, continuing after those of an earlier call. */
export async function insertDeposits(
  tx: Tx,
  reportId: string,
  from: number,
  rows: readonly ListedDeposit[],
): Promise<void> {
  const column = (cellOf: (row: ListedDeposit) => string | null) => arrayLiteral(rows.map(cellOf))
  const money = (amount: Cents | null) => (amount === null ? null : formatHundredths(amount))
  await sql`
    insert into payout_deposits (report_id, position, connector, deposit_id, list, cap_id, date, geo, advertiser_id,
      source_number, created_at, reported, payout, tied)
    select ${reportId}, ${from} + position - 1, connector, deposit_id, list, cap_id, date, geo, advertiser_id,
      source_number, created_at, reported, payout, tied
    from unnest(
      ${column(({ deposit }) => deposit.connector)}::text[], ${column(({ deposit }) => deposit.id)}::text[],
      ${column(({ list }) => list)}::text[], ${column(({ capId }) => capId)}::text[],
      ${column(({ place }) => place.day)}::date[], ${column(({ place }) => place.geo)}::text[],
      ${column(({ place }) => place.advertiserId)}::text[], ${column(({ place }) => place.sourceNumber)}::text[],
      ${column(({ deposit }) => formatInstant(deposit.createdAt))}::timestamptz[],
      ${column(({ deposit }) => money(deposit.payout))}::numeric[], ${column(({ payout }) => money(payout))}::numeric[],
      ${column(({ isTied }) => String(isTied))}::boolean[]
    ) with ordinality as d (connector, deposit_id, list, cap_id, date, geo, advertiser_id, source_number, created_at,
      reported, payout, tied, position)`.execute(tx)
}

/** Null: whatever it is. */
export interface DepositFilter {
  reportId: string
  capId: string | null
  list: DepositList | null
  date: Day | null
  /** As rows out of deal name them. */
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
}

export interface StoredDeposit {
  connector: string
  id: string
  list: DepositList
  capId: string | null
  email: string | null
  /** An e-mail was there and was deleted. */
  forgotten: boolean
  createdAt: Instant
  reported: Cents | null
  payout: Cents
}

interface DepositTextRow extends Omit<StoredDeposit, 'reported' | 'payout'> {
  reported: string | null
  payout: string
}

/** Oldest first. */
export async function listDeposits(
  db: Database,
  { reportId, capId, list, date, geo, advertiserId, sourceNumber }: DepositFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; deposits: StoredDeposit[] }> {
  const wanted = sql`p.report_id = ${reportId}
    and (${capId}::text is null or p.cap_id = ${capId}) and (${list}::text is null or p.list = ${list})
    and (${date}::date is null or p.date = ${date}) and (${geo}::text is null or p.geo = ${geo})
    and (${advertiserId}::text is null or p.advertiser_id = ${advertiserId})
    and (${sourceNumber}::text is null or p.source_number = ${sourceNumber})`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from payout_deposits p where ${wanted}`.execute(db)
  const { rows } = await sql<DepositTextRow>`
    select p.connector, p.deposit_id as id, p.list, p.cap_id as "capId", d.email, p.created_at as "createdAt",
      d.email is null and d.email_key is not null as forgotten, p.reported, p.payout
    from (
      select * from payout_deposits p where ${wanted} order by p.position offset ${offset} limit ${limit}
    ) p left join deposits d on d.connector = p.connector and d.external_id = p.deposit_id
    order by p.position`.execute(db)
  return {
    total: counted[0]?.total ?? 0,
    deposits: rows.map(({ reported, payout, ...row }) => ({
      ...row,
      reported: reported === null ? null : parseHundredths<Cents>(reported),
      payout: parseHundredths<Cents>(payout),
    })),
  }
}

/** A deposit of a report, with its affiliate and its guarantee. */
export async function findListedDeposit(
  db: Database,
  reportId: string,
  { connector, id }: { connector: string; id: string },
): Promise<(EditedDeposit & { affiliateId: string; isTied: boolean }) | null> {
  const { rows } = await sql<{
    list: DepositList
    payout: string
    affiliateId: string
    guarantee: ReachedGuarantee | null
    isTied: boolean
  }>`
    select p.list, p.tied as "isTied", p.payout, p.source_number as "affiliateId", nullif(d.deal -> 'guarantee', 'null') as guarantee
    from payout_deposits p left join payout_deals d on d.report_id = p.report_id and d.cap_id = p.cap_id
    where p.report_id = ${reportId} and p.connector = ${connector} and p.deposit_id = ${id}`.execute(db)
  const [row] = rows
  return row ? { ...row, payout: parseHundredths<Cents>(row.payout) } : null
}
