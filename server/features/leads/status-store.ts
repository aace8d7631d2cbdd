import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** A status as it was sent. */
export interface Spelling {
  status: string
  leads: number
  lastDay: Day
}

/** Spellings in the leads. */
export async function listSpellings(db: Database): Promise<Spelling[]> {
  return db
    .selectFrom('leads_by_status')
    .select(({ fn }) => ['status', fn.sum<number>('leads').as('leads'), fn.max('day').as('lastDay')])
    .groupBy('status')
    .execute()
}

export async function listReviewedKeys(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('reviewed_statuses').select('status_key').execute()
  return rows.map((row) => row.status_key)
}

export async function insertReviewed(
  tx: Tx,
  keys: readonly string[],
  { by, at }: { by: string; at: Instant },
): Promise<void> {
  await sql`
    insert into reviewed_statuses (status_key, reviewed_at, reviewed_by)
    select key, ${formatInstant(at)}::timestamptz, ${by} from unnest(${keys}::text[]) as k (key) order by key
    on conflict do nothing`.execute(tx)
}
