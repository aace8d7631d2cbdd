import { capTexts } from '#contract/texts/caps.ts'
import { parseDay, addDays } from '#domain/kernel/day.ts'
import { COULD_NOT_COPY, DAY_IS_OVER, sayCopied } from '#domain/sentences/alerts.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import type { Clock } from '#platform/clock.ts'
import type { BotPart, ButtonAnswer, ButtonCall } from '#platform/telegram/commands.ts'
import { copyMissing } from './always-on-service.ts'

/** The button under the always-on reminder. */
export function scheduleBot(deps: { clock: Clock }): BotPart {
  return { buttons: [{ prefix: 'always-on', press: (call) => copyToTomorrow(deps, call) }] }
}

const REFUSALS = {
  'copy.over': DAY_IS_OVER,
  'copy.forbidden': capTexts.mayNotEdit,
  'copy.stuck': COULD_NOT_COPY,
} as const

async function copyToTomorrow(
  { clock }: { clock: Clock },
  { tx, member, argument }: ButtonCall,
): Promise<ButtonAnswer> {
  const day = parseDay(argument)
  if (!day) return {}
  const result = await copyMissing(tx, clock, member, day)
  if (!result.ok) return { toast: REFUSALS[result.reason] }
  // The list above it keeps saying what was missing; only the button has done its work.
  return { toast: sayCopied(result.value, formatDayName(addDays(day, 1))), keyboard: null }
}
