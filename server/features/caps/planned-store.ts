import { sql } from 'kysely'
import type { Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

/** Serialises making caps, changing plans, and undoing over all nodes. It comes before the locks of the kinds. */
export async function lockPlans(tx: Tx): Promise<void> {
  await lockName(tx, 'plans')
}

/** Those of some caps that stand as a plan made them. */
export async function listUntouched(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from caps c
    join plan_days d on d.day = c.date and d.cap_id = c.id and d.cap_version = c.version
    where c.id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The days of plans' caps become people's: each has the cap that comes instead. */
export async function giveDaysAway(tx: Tx, days: readonly { id: string; by: string }[]): Promise<void> {
  await sql`
    update plan_days d set cap_id = n.by, cap_version = null
    from unnest(${days.map(({ id }) => id)}::text[], ${days.map(({ by }) => by)}::text[]) as n (id, by)
    join caps c on c.id = n.id
    where d.day = c.date and d.cap_id = c.id`.execute(tx)
}
