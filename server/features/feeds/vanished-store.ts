import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import type { Database } from '#platform/db/database.ts'

/** Notes leads with a stored deposit that their source no longer shows. Returns those not noted before. */
export async function insertVanished(
  db: Database,
  connector: string,
  leadIds: readonly string[],
  now: Instant,
): Promise<string[]> {
  if (leadIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into vanished_deposits (connector, external_id, missed_at)
    select distinct d.connector, d.external_id, ${formatInstant(now)}::timestamptz
    from deposits d where d.connector = ${connector} and d.lead_id = any(${arrayLiteral(leadIds)}::text[])
    on conflict do nothing
    returning external_id as id`.execute(db)
  return rows.map((row) => row.id)
}

/** A deposit that is shown again has not vanished. */
export async function deleteVanished(db: Database, connector: string, depositIds: readonly string[]): Promise<void> {
  if (depositIds.length === 0) return
  await sql`
    delete from vanished_deposits
    where connector = ${connector} and external_id = any(${arrayLiteral(depositIds)}::text[])`.execute(db)
}
