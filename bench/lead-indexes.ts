import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/**
 * Fills the table of leads without its indexes, but for those that keep rows unique, and builds them again from all rows:
 * in a few minutes for ten million, which row by row take half an hour.
 */
export async function fillLeads(db: Database, fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'leads'::regclass and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  await fill()
  await db.connection().execute(async (one) => {
    await sql`set maintenance_work_mem to '1GB'`.execute(one)
    for (const { definition } of rows) await sql.raw(definition).execute(one)
    await sql`reset maintenance_work_mem`.execute(one)
  })
}
