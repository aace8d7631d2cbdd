import { isAway } from '#platform/db/unavailable.ts'
import type { IncomingUpdate } from '#platform/telegram/updates.ts'
import type { BotIdentity } from './answer-service.ts'
import { handleUpdate, putAside, type BotDeps } from './service.ts'
import { isAnswering } from './store.ts'

const MOST_TRIES = 3
/** Tries that lost a database which had answered right before: so many are the update's own doing. */
const MOST_BREAKS = 5

/** The failures of an update so far. */
interface Trouble {
  tries: number
  breaks: number
}

/** Takes updates, however they come. */
export interface Taker {
  /**
   * False if it failed and must be delivered again. An update that always fails is skipped, so that others continue.
   */
  take(bot: BotIdentity, update: IncomingUpdate): Promise<boolean>
}

export function createTaker(deps: BotDeps): Taker {
  const troubles = new Map<string, Trouble>()

  async function tryOnce(bot: BotIdentity, update: IncomingUpdate, trouble: Trouble): Promise<boolean> {
    try {
      await handleUpdate(deps, bot, update)
      return true
    } catch (error) {
      if (isAway(error)) {
        trouble.breaks += 1
        deps.log.warn({ err: error, updateId: update.updateId }, 'the database is away; an update waits')
      } else {
        trouble.tries += 1
        deps.log.error({ err: error, updateId: update.updateId, tries: trouble.tries }, 'an update failed')
      }
      return false
    }
  }

  return {
    async take(bot, update) {
      const key = `${bot.id} ${update.updateId}`
      const trouble = troubles.get(key) ?? { tries: 0, breaks: 0 }
      troubles.set(key, trouble)
      // While the database is away, the update is not at fault: it waits as long as needed.
      if (trouble.breaks > 0 && !(await isAnswering(deps.db))) return false
      if (trouble.tries >= MOST_TRIES || trouble.breaks >= MOST_BREAKS) await putAside(deps, bot, update.updateId)
      else if (!(await tryOnce(bot, update, trouble))) return false
      troubles.delete(key)
      return true
    },
  }
}
