import { isAway } from '#platform/db/unavailable.ts'
import type { IncomingUpdate } from '#platform/telegram/updates.ts'
import type { BotIdentity } from './answer-service.ts'
import { handleUpdate, putAside, type BotDeps } from './service.ts'

const MOST_TRIES = 3

/** Takes updates, however they come. */
export interface Taker {
  /** False where it failed and should be had again. One that always fails is put aside, so that the others go on. */
  take(bot: BotIdentity, update: IncomingUpdate): Promise<boolean>
}

export function createTaker(deps: BotDeps): Taker {
  const failures = new Map<number, number>()
  return {
    async take(bot, update) {
      try {
        await handleUpdate(deps, bot, update)
      } catch (error) {
        // Nothing is wrong with the update: it waits until the database is back, however long that takes.
        if (isAway(error)) {
          deps.log.warn({ err: error, updateId: update.updateId }, 'the database is away; an update waits')
          return false
        }
        const tries = (failures.get(update.updateId) ?? 0) + 1
        failures.set(update.updateId, tries)
        deps.log.error({ err: error, updateId: update.updateId, tries }, 'an update failed')
        if (tries < MOST_TRIES) return false
        await putAside(deps, bot, update.updateId)
      }
      failures.delete(update.updateId)
      return true
    },
  }
}
