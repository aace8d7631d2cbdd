import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** A change of zone that was asked for and is not done. */
export interface ZoneChange {
  zone: string
  requestedById: string | null
  requestedBy: string
  requestedAt: Instant
  /** From 0 to 1. */
  share: number
}

export async function findZoneChange(db: Database): Promise<ZoneChange | null> {
  const row = await db
    .selectFrom('zone_change')
    .select([
      'zone',
      'requested_by_id as requestedById',
      'requested_by as requestedBy',
      'requested_at as requestedAt',
      'share',
    ])
    .executeTakeFirst()
  return row ?? null
}

/** False where one is going on. */
export async function insertZoneChange(tx: Tx, change: Omit<ZoneChange, 'share'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('zone_change')
    .values({
      zone: change.zone,
      requested_by_id: change.requestedById,
      requested_by: change.requestedBy,
      requested_at: formatInstant(change.requestedAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('zone')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateZoneShare(db: Database, share: number): Promise<void> {
  await db.updateTable('zone_change').set({ share }).execute()
}

export async function deleteZoneChange(tx: Tx): Promise<void> {
  await tx.deleteFrom('zone_change').execute()
}

/** Whether there are more leads, or more deposits, than so many. Counts no further than that. */
export async function hasMoreRowsThan(db: Database, limit: number): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    select (select count(*) from (select 1 from leads limit ${limit + 1}) l) > ${limit}
      or (select count(*) from (select 1 from deposits limit ${limit + 1}) d) > ${limit} as more`.execute(db)
  return rows[0]?.more ?? false
}
