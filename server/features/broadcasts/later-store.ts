import type { Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { selectBroadcasts, type RequestedBroadcast } from './store.ts'

/** The ids of due broadcasts, in order of their time. */
export async function listDueBroadcasts(db: Database, now: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('state', '=', 'waiting')
    .where('send_at', '<=', timestamp(now))
    .orderBy('send_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A waiting broadcast, locked until the transaction ends; null if another process has it, or it no longer waits. */
export async function lockWaiting(
  tx: Tx,
  id: string,
): Promise<(RequestedBroadcast & { senderChat: string | null }) | null> {
  const row = await selectBroadcasts(tx)
    .select(['chosen', 'sender_chat as senderChat'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate('broadcasts')
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** Ends the waiting of one that is held. */
export async function settleDueBroadcast(
  tx: Tx,
  id: string,
  outcome: { state: 'queued' | 'refused'; problem: string | null },
): Promise<void> {
  await tx.updateTable('broadcasts').set(outcome).where('id', '=', id).execute()
}

/** False if it no longer waits. */
export async function cancelWaiting(tx: Tx, id: string, cancelledBy: string): Promise<boolean> {
  const row = await tx
    .updateTable('broadcasts')
    .set({ state: 'cancelled', cancelled_by: cancelledBy })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Refuses all that wait. */
export async function refuseWaiting(db: Database, problem: string): Promise<void> {
  await db.updateTable('broadcasts').set({ state: 'refused', problem }).where('state', '=', 'waiting').execute()
}
