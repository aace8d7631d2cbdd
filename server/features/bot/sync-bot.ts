import { commandTexts } from '#contract/texts/commands.ts'
import { syncTexts } from '#contract/texts/feeds.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Tx } from '#platform/db/database.ts'
import type { BotPart } from '#platform/telegram/commands.ts'

const NOT_SENT = {
  already_running: syncTexts.alreadyRunning,
  missing_configuration: syncTexts.missingConfiguration,
} as const

/** `/sync`, for admins. `send` waits for nothing; it answers why no sync was sent, or null. */
export function syncCommands(send: (tx: Tx, by: string) => Promise<keyof typeof NOT_SENT | null>): BotPart {
  return {
    commands: [
      {
        command: 'sync',
        description: 'Fetch leads now',
        access: 'admin',
        run: async ({ tx, member }) => {
          const reason = await send(tx, signatureOf(member))
          return { text: reason ? NOT_SENT[reason] : commandTexts.syncStarted }
        },
      },
    ],
  }
}
