import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** The first day of the demo world that is planted here already. */
export async function findFirstDemoDay(db: Database): Promise<Day | null> {
  const row = await db.selectFrom('demo_days').select('day').orderBy('day').limit(1).executeTakeFirst()
  return row?.day ?? null
}

/** Whether members, advertisers, publishers, caps, leads or deposits are there. */
export async function hasOthers(db: Database): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select 1 from members) or exists (select 1 from advertisers) or exists (select 1 from publishers)
      or exists (select 1 from caps) or exists (select 1 from leads) or exists (select 1 from deposits) as others`.execute(
    db,
  )
  return rows[0]?.others ?? false
}

/** Marks days as planted; those that were not yet. */
export async function insertDemoDays(tx: Tx, days: readonly Day[]): Promise<Set<Day>> {
  const rows = await tx
    .insertInto('demo_days')
    .values(days.map((day) => ({ day })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .execute()
  return new Set(rows.map((row) => row.day))
}

/** Notes that somebody opens the demo world; not where it was planted before. */
export async function insertOpening(db: Database, at: Instant): Promise<void> {
  await sql`insert into demo_opening (at) select ${formatInstant(at)}::timestamptz
    where not exists (select 1 from demo_days) on conflict do nothing`.execute(db)
}

export async function findOpening(db: Database): Promise<{ at: Instant; isDone: boolean } | null> {
  const row = await db.selectFrom('demo_opening').select(['at', 'done']).executeTakeFirst()
  return row ? { at: row.at, isDone: row.done } : null
}

export async function saveOpeningDone(db: Database): Promise<void> {
  await db.updateTable('demo_opening').set({ done: true }).execute()
}
