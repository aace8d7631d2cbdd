import { sql } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import { arrayLiteral, timestamp } from '#platform/db/expressions.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export type EmailTable = 'leads' | 'deposits'

/** With which secret the keys are made; null: they are the addresses themselves. */
export async function findKeyMark(db: Database): Promise<string | null> {
  const row = await db.selectFrom('email_keys').select('made_with').executeTakeFirstOrThrow()
  return row.made_with
}

export async function updateKeyMark(tx: Tx, mark: string): Promise<void> {
  await tx.updateTable('email_keys').set({ made_with: mark }).execute()
}

export interface Addressee {
  connector: string
  id: string
  email: string
}

/** Rows with an e-mail, by their key, from one on. */
export async function listAddressees(
  tx: Tx,
  table: EmailTable,
  after: Pick<Addressee, 'connector' | 'id'>,
  limit: number,
): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select connector, external_id as id, email from ${sql.table(table)}
    where email is not null and (connector, external_id) > (${after.connector}, ${after.id})
    order by connector, external_id limit ${limit}`.execute(tx)
  return rows
}

export async function updateEmailKeys(
  tx: Tx,
  table: EmailTable,
  keys: readonly { connector: string; id: string; emailKey: string }[],
): Promise<void> {
  const column = (read: (row: (typeof keys)[number]) => string) => sql`${arrayLiteral(keys.map(read))}::text[]`
  await sql`
    update ${sql.table(table)} t set email_key = i.email_key
    from unnest(${column((row) => row.connector)}, ${column((row) => row.id)}, ${column((row) => row.emailKey)})
      as i (connector, id, email_key)
    where t.connector = i.connector and t.external_id = i.id`.execute(tx)
}

/** Forgets the e-mails of the oldest of the rows before an instant; of how many. */
export async function deleteEmails(tx: Tx, table: EmailTable, before: Instant, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select connector, external_id from ${sql.table(table)}
      where email is not null and created_at < ${timestamp(before)} order by created_at limit ${limit}
    )
    update ${sql.table(table)} t set email = null from old
    where t.connector = old.connector and t.external_id = old.external_id`.execute(tx)
  return Number(numAffectedRows)
}
