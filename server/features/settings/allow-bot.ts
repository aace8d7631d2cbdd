import { commandTexts } from '#contract/texts/commands.ts'
import type { Clock } from '#platform/clock.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { BotPart, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { allowGroup } from './edit-service.ts'

const words = commandTexts

interface AllowDeps {
  secrets: Secrets
  clock: Clock
}

/** `/allow`, for admins in any group that the bot is in. */
export function allowCommands(deps: AllowDeps): BotPart {
  return {
    commands: [
      {
        command: 'allow',
        description: 'Let members use commands in this group',
        access: 'admin',
        adminsAnywhere: true,
        run: (call) => allow(deps, call),
      },
    ],
  }
}

async function allow(deps: AllowDeps, { tx, member, chat }: CommandCall): Promise<Reply> {
  if (chat.type === 'private') return { text: words.allowPrivate }
  const allowed = await allowGroup(tx, deps, member, chat.id)
  if (!allowed.ok) return { text: allowed.sentence }
  return { text: allowed.value.isNew ? words.allowed : words.allowedAlready }
}
