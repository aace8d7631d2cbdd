import type { Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { insertCall } from './call-store.ts'

/** Takes one of the calls that a source allows; answers when the next one is free where all are taken. */
export async function takeCall(
  { db, clock }: { db: Database; clock: Clock },
  connector: string,
  limit: { calls: number; minutes: number },
): Promise<Instant | null> {
  return insertCall(db, connector, limit, clock.now())
}
