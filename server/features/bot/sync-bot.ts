import { texts } from '#contract/texts.ts'
import type { SyncOutcome } from '#domain/leads/outcome.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { BotPart } from '#platform/telegram/commands.ts'

const SKIPPED = {
  already_running: texts.sync.alreadyRunning,
  missing_configuration: texts.sync.missingConfiguration,
  up_to_date: texts.sync.upToDate,
  interrupted: texts.commands.syncStarted,
} as const

/** `/sync`, for admins. `request` answers at once; null: it goes on by itself. */
export function syncCommands(request: (by: string) => Promise<SyncOutcome | null>): BotPart {
  return {
    commands: [
      {
        command: 'sync',
        description: 'Fetch leads now',
        access: 'admin',
        run: async ({ member }) => {
          const outcome = await request(signatureOf(member))
          return { text: outcome?.reason ? SKIPPED[outcome.reason] : texts.commands.syncStarted }
        },
      },
    ],
  }
}
