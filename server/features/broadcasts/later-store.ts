import type { Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { selectBroadcasts, type RequestedBroadcast } from './store.ts'

/** The next one whose time has come, held until the transaction ends; others that are held are passed over. */
export async function lockDueBroadcast(
  tx: Tx,
  now: Instant,
): Promise<(RequestedBroadcast & { senderChat: string | null }) | null> {
  const row = await selectBroadcasts(tx)
    .select(['chosen', 'sender_chat as senderChat'])
    .where('state', '=', 'waiting')
    .where('send_at', '<=', timestamp(now))
    .orderBy('send_at')
    .orderBy('id')
    .limit(1)
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

/** False where it does not wait any more. */
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

/** Refuses those that wait though their time has come. */
export async function refuseOverdue(db: Database, now: Instant, problem: string): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ state: 'refused', problem })
    .where('state', '=', 'waiting')
    .where('send_at', '<=', timestamp(now))
    .execute()
}
