import type { Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/lock-name.ts'

/**
 * One at a time writes leads, deposits and what is derived from them, to the end of its transaction: two pages that
 * land at once could each miss the lead or the deposit that the other brings.
 */
export async function lockDerived(tx: Tx): Promise<void> {
  await lockName(tx, 'leads.derived')
}
