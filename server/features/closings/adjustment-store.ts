import { sql } from 'kysely'
import { formatHundredths, parseHundredths, type Cents } from '#domain/kernel/cents.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { AdjustmentKind } from '#domain/payouts/closing.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export interface StoredAdjustment {
  id: string
  kind: AdjustmentKind
  affiliateId: string
  amount: Cents
  reason: string
  connector: string | null
  depositId: string | null
  price: Cents | null
  ofClosingId: string | null
  createdAt: Instant
  createdBy: string
}

interface AdjustmentTextRow extends Omit<StoredAdjustment, 'amount' | 'price'> {
  amount: string
  price: string | null
}

/** In the order in which they were made. */
export async function listAdjustments(db: Database, closingId: string): Promise<StoredAdjustment[]> {
  const { rows } = await sql<AdjustmentTextRow>`
    select id, kind, affiliate_id as "affiliateId", amount, reason, connector, deposit_id as "depositId", price,
      of_closing_id as "ofClosingId", created_at as "createdAt", created_by as "createdBy"
    from closing_adjustments where closing_id = ${closingId} order by position`.execute(db)
  return rows.map((row) => ({
    ...row,
    amount: parseHundredths<Cents>(row.amount),
    price: row.price === null ? null : parseHundredths<Cents>(row.price),
  }))
}

/** False if the deposit is adjusted already, or the line of an earlier week is in this or another week. */
export async function insertAdjustment(
  tx: Tx,
  closingId: string,
  { id, kind, affiliateId, amount, reason, connector, depositId, price, ofClosingId, ...made }: StoredAdjustment,
): Promise<boolean> {
  const { rows } = await sql`
    insert into closing_adjustments (id, closing_id, kind, affiliate_id, amount, reason, connector, deposit_id, price,
      of_closing_id, created_at, created_by)
    values (${id}, ${closingId}, ${kind}, ${affiliateId}, ${formatHundredths(amount)}, ${reason}, ${connector},
      ${depositId}, ${price === null ? null : formatHundredths(price)}, ${ofClosingId},
      ${formatInstant(made.createdAt)}, ${made.createdBy})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function deleteAdjustment(tx: Tx, id: string): Promise<void> {
  await sql`delete from closing_adjustments where id = ${id}`.execute(tx)
}

export async function updateAmount(tx: Tx, id: string, amount: Cents): Promise<void> {
  await sql`update closing_adjustments set amount = ${formatHundredths(amount)} where id = ${id}`.execute(tx)
}
