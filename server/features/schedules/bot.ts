import { capTexts } from '#contract/texts/caps.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import { parseDay, addDays } from '#domain/kernel/day.ts'
import { COULD_NOT_COPY, DAY_IS_OVER, sayCopied } from '#domain/sentences/alerts.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import type { Clock } from '#platform/clock.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { BotPart, ButtonAnswer, ButtonCall, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { askForBrief } from './brief-service.ts'
import { copyMissing } from './always-on-service.ts'

interface ScheduleBotDeps {
  clock: Clock
  jobs: Pick<Jobs, 'send'>
}

/** The button under the always-on reminder, and the command for the brief. */
export function scheduleBot(deps: ScheduleBotDeps): BotPart {
  return {
    commands: [
      {
        command: 'brief',
        description: 'What needs attention today',
        access: 'member',
        run: (call) => answerBrief(deps, call),
      },
    ],
    buttons: [{ prefix: 'always-on', press: (call) => copyToTomorrow(deps, call) }],
  }
}

/** The brief is sent as soon as it is made. */
async function answerBrief({ jobs }: ScheduleBotDeps, call: CommandCall): Promise<Reply | null> {
  const { tx, now, chat, messageId } = call
  const here = { id: chat.id, isPrivate: chat.type === 'private' }
  const isAnswered = await askForBrief(tx, jobs, { chat: here, messageId, now })
  return isAnswered ? null : { text: commandTexts.briefNotHere, replyTo: messageId }
}

const REFUSALS = {
  'copy.over': DAY_IS_OVER,
  'copy.forbidden': capTexts.mayNotEdit,
  'copy.stuck': COULD_NOT_COPY,
} as const

async function copyToTomorrow({ clock }: ScheduleBotDeps, { tx, member, argument }: ButtonCall): Promise<ButtonAnswer> {
  const day = parseDay(argument)
  if (!day) return {}
  const result = await copyMissing(tx, clock, member, day)
  if (!result.ok) return { toast: REFUSALS[result.reason] }
  // The list above keeps what was missing; only the button goes.
  return { toast: sayCopied(result.value, formatDayName(addDays(day, 1))), keyboard: null }
}
