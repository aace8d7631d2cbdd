import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** False where the cap is muted for that day already. */
export async function insertMute(tx: Tx, mute: { capId: string; day: Day; by: string; at: Instant }): Promise<boolean> {
  const row = await tx
    .insertInto('muted_caps')
    .values({ cap_id: mute.capId, day: mute.day, muted_by: mute.by, at: formatInstant(mute.at) })
    .onConflict((conflict) => conflict.columns(['cap_id', 'day']).doNothing())
    .returning('cap_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The caps that are muted on their day. */
export async function listMutedCaps(db: Database, capIds: readonly string[]): Promise<string[]> {
  if (capIds.length === 0) return []
  const rows = await db
    .selectFrom('muted_caps as m')
    .innerJoin('caps as c', (join) => join.onRef('c.id', '=', 'm.cap_id').onRef('c.date', '=', 'm.day'))
    .select('m.cap_id')
    .where('m.cap_id', '=', sql<string>`any(${capIds}::text[])`)
    .execute()
  return rows.map((row) => row.cap_id)
}
