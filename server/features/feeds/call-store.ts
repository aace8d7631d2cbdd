import { addMilliseconds, formatInstant, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { lockName } from '#platform/db/locks.ts'

/**
 * Takes one of the calls that a source allows in any span of so many minutes, over all processes and restarts. If all
 * are taken, returns when the next is free.
 */
export async function insertCall(
  db: Database,
  connector: string,
  limit: { calls: number; minutes: number },
  now: Instant,
): Promise<Instant | null> {
  const span = limit.minutes * MINUTE
  return db.transaction().execute(async (tx) => {
    await lockName(tx, `connector_calls.${connector}`)
    const since = timestamp(addMilliseconds(now, -span))
    await tx.deleteFrom('connector_calls').where('connector', '=', connector).where('at', '<=', since).execute()
    const taken = await tx
      .selectFrom('connector_calls')
      .select('at')
      .where('connector', '=', connector)
      .orderBy('at', 'desc')
      .offset(limit.calls - 1)
      .limit(1)
      .executeTakeFirst()
    if (taken) return addMilliseconds(taken.at, span)
    await tx
      .insertInto('connector_calls')
      .values({ connector, at: formatInstant(now) })
      .execute()
    return null
  })
}
