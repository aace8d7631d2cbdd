import { commandTexts } from '#contract/texts/commands.ts'
import { formatLimits } from '#domain/sentences/limits.ts'
import type { BotPart, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { readShownLimits } from './service.ts'

/** The bot's commands about limits. */
export const limitQuestions: BotPart = {
  commands: [{ command: 'limits', description: 'Limits and how much is used', access: 'member', run: answerLimits }],
}

async function answerLimits({ tx, now, chat }: CommandCall): Promise<Reply> {
  const states = await readShownLimits(tx, now, { id: chat.id, isPrivate: chat.type === 'private' })
  if (states.length === 0) return { text: commandTexts.noLimits }
  return { text: formatLimits(states, 'today').source, parseMode: 'HTML' }
}
