import { HOUR } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { removeExpired, RETENTION } from '#platform/db/retention.ts'
import type { Log } from '#platform/log.ts'

interface HousekeepingDeps {
  db: Database
  clock: Clock
  log: Log
}

/** Removes expired rows, now and every hour. Any node may do so. */
export function startHousekeeping(deps: HousekeepingDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = keepHouse(deps, stopping.signal)
  const timer = setInterval(() => {
    running = running.then(() => keepHouse(deps, stopping.signal))
  }, HOUR)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

export async function keepHouse({ db, clock, log }: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  for (const rule of RETENTION) {
    try {
      const removed = await removeExpired(db, rule, clock.now(), signal)
      if (removed > 0) log.info({ table: rule.table, removed }, 'expired rows are deleted')
    } catch (error) {
      log.warn({ err: error, table: rule.table }, 'expired rows could not be deleted; trying again')
    }
  }
}
