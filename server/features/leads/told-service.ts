import { dollarsFromCents } from '#domain/kernel/cents.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { listCounted } from './deposit-store.ts'

/** Tells other systems of deposits that came for the first time, once their leads are found. */
export async function tellSeenDeposits(
  tx: Tx,
  clock: Clock,
  { connector, ids }: { connector: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  await tellWebhooks(tx, clock, 'deposit.seen', async () => {
    const deposits = await listCounted(tx, connector, ids)
    return deposits.map(({ id, payout, ...deposit }) => ({
      connector,
      depositId: id,
      ...deposit,
      payout: payout === null ? null : dollarsFromCents(payout),
    }))
  })
}
