import type { settingCalls } from '#contract/settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { readSettings } from './service.ts'

export function settingRoutes(deps: {
  db: Database
  /** Where the stand-in Telegram shows its chats; null outside the sandbox. */
  sandboxPage: string | null
}): Handlers<typeof settingCalls> {
  return {
    async readPublic() {
      const { timezone, title, viewerReadOnly } = await readSettings(deps.db)
      return {
        status: 200,
        body: { timezone, title, viewerReadOnly, sandbox: deps.sandboxPage !== null, sandboxPage: deps.sandboxPage },
      }
    },
  }
}
