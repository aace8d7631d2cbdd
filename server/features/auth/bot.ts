import { authTexts } from '#contract/texts/auth.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import type { BotPart, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { sendAskedCode, type CodeDeps } from './code-service.ts'

/** `/login`: a member requests a code in a chat where nobody else can request it in their name. */
export function loginCommands(deps: Pick<CodeDeps, 'clock' | 'secrets'>): BotPart {
  return {
    commands: [
      {
        command: 'login',
        description: 'Get a sign-in code',
        access: 'member',
        run: (call) => login(deps, call),
      },
    ],
  }
}

async function login(
  deps: Pick<CodeDeps, 'clock' | 'secrets'>,
  { tx, now, member, chat }: CommandCall,
): Promise<Reply | null> {
  // Others read along in a group.
  if (chat.type !== 'private') return { text: authTexts.loginPrivately }
  const result = await sendAskedCode(deps, tx, member)
  return result.ok ? null : { text: authTexts.tooManyAsked(Math.ceil((result.until - now) / MINUTE)) }
}
