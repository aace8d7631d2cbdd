import { addMilliseconds, DAY, HOUR } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { deleteIdempotencyKeysBefore } from '#platform/db/idempotency.ts'
import type { Log } from '#platform/log.ts'

/** Forgets first answers after a day: a repeat comes within minutes, or is another request. */
export function startHousekeeping(deps: { db: Database; clock: Clock; log: Log }): { stop(): void } {
  const timer = setInterval(() => {
    const before = addMilliseconds(deps.clock.now(), -DAY)
    deleteIdempotencyKeysBefore(deps.db, before).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'old idempotency keys were not removed; it is tried again'),
    )
  }, HOUR)
  return { stop: () => clearInterval(timer) }
}
