import { formatDayCaps, formatStats } from '#domain/sentences/day-answer.ts'
import { parseDayQuestion } from '#domain/cap-text/question.ts'
import { html } from '#domain/markup/html.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { labelOfZone } from '#domain/kernel/zone.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import type { BotPart, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { readDayTotals, readPausesOfDay, readScope, readShownCaps, readZone } from './show-service.ts'

/** The bot's commands about caps. */
export const capQuestions: BotPart = {
  commands: [
    {
      command: 'today',
      description: "Today's caps, delivered and planned",
      access: 'member',
      run: (call) => answerDay(call, 0),
    },
    {
      command: 'tomorrow',
      description: "Tomorrow's caps",
      access: 'member',
      run: (call) => answerDay(call, 1),
    },
    {
      command: 'caps',
      description: 'Caps of a day and geo: /caps tomorrow DE',
      access: 'member',
      run: (call) => answerDay(call, 0),
    },
    {
      command: 'stats',
      description: 'Numbers of a day: /stats yesterday',
      access: 'member',
      run: answerStats,
    },
  ],
}

async function answerDay(call: CommandCall, daysAhead: number): Promise<Reply> {
  const asked = await readQuestion(call, daysAhead)
  if ('text' in asked) return asked
  return { text: formatDayCaps(asked).source, parseMode: 'HTML' }
}

async function answerStats(call: CommandCall): Promise<Reply> {
  const asked = await readQuestion(call, 0)
  if ('text' in asked) return asked
  const isWhole = asked.scope === null && asked.geo === null
  const whole = isWhole ? await readDayTotals(call.tx, asked.day) : null
  return { text: formatStats({ ...asked, whole }).source, parseMode: 'HTML' }
}

/** The requested day and geo, with the caps that this chat may see; or the part that was not understood. */
async function readQuestion({ tx, now, chat, argument }: CommandCall, daysAhead: number) {
  const zone = await readZone(tx)
  const today = zone.dayOf(now)
  const { day, geo, unread } = parseDayQuestion(argument, today)
  if (unread !== null) return explainQuestion(unread)
  const scope = await readScope(tx, { id: chat.id, isPrivate: chat.type === 'private' })
  const asked: Day = day ?? addDays(today, daysAhead)
  const sides = await readShownCaps(tx, scope, { day: asked, geo })
  const clock = { zone, pausedOf: createPausedOf(await readPausesOfDay(tx, asked), zone) }
  return { day: asked, today, zone: labelOfZone(zone.name), clock, geo, sides, scope }
}

function explainQuestion(unread: string): Reply {
  const text = html`“${unread.slice(0, 200)}” is not one day and one geo. Write for example <code>/caps tomorrow DE</code>.`
  return { text: text.source, parseMode: 'HTML' }
}
