import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { listWithoutLeads } from '#domain/caps/pace.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import { COPY_TO_TOMORROW, formatOpening, formatReminder } from '#domain/sentences/alerts.ts'
import { capKeyboard } from '#domain/sentences/cap-buttons.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { formatSummary } from '#domain/sentences/summary.ts'
import type { Markup } from '#domain/markup/html.ts'
import { spanOfDays } from '#domain/hours/paused-time.ts'
import { covers } from '#domain/pauses/pause.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import type { Decision } from '#domain/schedules/decide.ts'
import type { Due } from '#domain/schedules/due.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { OutcomeSum } from '#domain/suggestions/follow.ts'
import { readMutedCaps } from '#server/features/caps/alert-service.ts'
import { readDayCaps } from '#server/features/caps/service.ts'
import { composeOpenPauses } from '#server/features/pauses/notice-service.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import { followUp, readOutcomes } from '#server/features/suggestions/follow-service.ts'
import { readOpenSentences } from '#server/features/suggestions/content-service.ts'
import { enqueue, type OutboxDraft } from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { sendBriefIn } from './brief-service.ts'
import { lineOf, sortForMessages } from './line-service.ts'
import { readMissing } from './always-on-service.ts'
import { summarize } from './summary-service.ts'

interface TellDeps {
  clock: Clock
  jobs: Pick<Jobs, 'send'>
}

/** Where the messages of a kind of caps go; null: nobody is told. */
export function groupOf(settings: Settings, kind: CapKind): string | null {
  return kind === 'broker' ? settings.summaryGroupId : settings.affiliateSummaryGroupId
}

type DraftContent = Pick<OutboxDraft, 'replyMarkup'> & {
  kind: 'daily.summary' | 'hours.alert' | 'always-on.reminder' | 'cap.alert'
  chatId: string
  message: Markup
}

/** Writes the message of what is due, where there is something to say and somebody to say it to. */
export async function tellDue(
  tx: Tx,
  deps: TellDeps,
  settings: Settings,
  { due, verdict }: Decision,
  now: Instant,
): Promise<void> {
  const lateSince = verdict === 'late' ? clockOf(settings, due.at) : null
  // Telegram may be away for longer than anybody wants to read this.
  const expiresAt = addMilliseconds(now, HOUR)
  if (due.kind === 'brief') {
    const chatId = settings.summaryGroupId
    if (chatId !== null) await sendBriefIn(tx, deps.jobs, { chatId, key: due.key, replyTo: null, lateSince, expiresAt })
    return
  }
  const content = await composeFor(tx, settings, { due, lateSince, now })
  if (!content) return
  const { message, ...draft } = content
  await enqueue(tx, deps.clock, {
    ...draft,
    text: message.source,
    parseMode: 'HTML',
    linkPreview: false,
    dedupeKey: due.key,
    expiresAt,
  })
}

/** What is read in a moment, and told in the transaction of the look. */
type QuickDue = Exclude<Due, { kind: 'brief' }>

interface Telling<D extends QuickDue = QuickDue> {
  due: D
  lateSince: string | null
  now: Instant
}

async function composeFor(tx: Tx, settings: Settings, telling: Telling): Promise<DraftContent | null> {
  const { due } = telling
  switch (due.kind) {
    case 'summary':
      return composeSummary(tx, settings, { ...telling, due })
    case 'opening':
      return composeOpening(tx, settings, { ...telling, due })
    case 'reminder':
      return composeReminder(tx, settings, { ...telling, due })
    case 'open-pauses':
      return askOfPauses(tx, settings, { ...telling, due })
  }
}

async function composeSummary(
  tx: Tx,
  settings: Settings,
  { due, lateSince, now }: Telling<Extract<Due, { kind: 'summary' }>>,
): Promise<DraftContent | null> {
  const chatId = groupOf(settings, due.capKind)
  if (chatId === null) return null
  const read = (day: typeof due.day) => readDayCaps(tx, due.capKind, day)
  const [today, yesterday] = [await read(due.day), await read(addDays(due.day, -1))]
  const zone = zoneOf(settings.timezone)
  const before = addDays(due.day, -1)
  const pauses = await readPauses(tx, spanOfDays({ start: before, end: before }, zone))
  const withoutLeads = listWithoutLeads(yesterday, { zone, pausedOf: createPausedOf(pauses, zone) })
  const summary = summarize(due.capKind, formatDayName(due.day), { today, yesterday, withoutLeads })
  const suggestions = due.capKind === 'broker' ? await readSuggestionsBefore(tx, settings, due.day, now) : null
  const open = due.capKind === 'broker' ? await readOpenSentences(tx, zone.localTimeOf(now)) : []
  return { kind: 'daily.summary', chatId, message: formatSummary({ ...summary, suggestions, open, lateSince }) }
}

/** What became of what was applied the day before; its own loop may not have looked yet. */
async function readSuggestionsBefore(tx: Tx, settings: Settings, day: Day, now: Instant): Promise<OutcomeSum | null> {
  await followUp(tx, settings, now)
  return readOutcomes(tx, addDays(day, -1))
}

async function composeOpening(
  tx: Tx,
  settings: Settings,
  { due, lateSince, now }: Telling<Extract<Due, { kind: 'opening' }>>,
): Promise<DraftContent | null> {
  const chatId = groupOf(settings, due.capKind)
  if (chatId === null) return null
  const caps: Cap[] = []
  for (const day of due.days) caps.push(...(await readDayCaps(tx, due.capKind, day)))
  const muted = await readMutedCaps(tx, due.capIds)
  const opening = new Set(due.capIds.filter((id) => !muted.has(id)))
  const pauses = await readPauses(tx, { from: due.opensAt, until: addMilliseconds(due.opensAt, 1) })
  const isHeld = (cap: Cap) => pauses.some((pause) => covers(pause, cap))
  const told = sortForMessages(caps.filter((cap) => opening.has(cap._id) && cap.cap > 0 && !isHeld(cap)))
  if (told.length === 0) return null
  const message = formatOpening({
    stage: due.stage,
    kind: due.capKind,
    opensAt: clockOf(settings, due.opensAt),
    minutes: Math.round((due.opensAt - now) / MINUTE),
    caps: told.map(lineOf),
    lateSince,
  })
  return { kind: 'hours.alert', chatId, message, replyMarkup: capKeyboard(told) }
}

async function composeReminder(
  tx: Tx,
  settings: Settings,
  { due, lateSince }: Telling<Extract<Due, { kind: 'reminder' }>>,
): Promise<DraftContent | null> {
  const chatId = settings.summaryGroupId
  if (chatId === null) return null
  const { alwaysOn, missing } = await readMissing(tx, due.day)
  if (alwaysOn.length === 0) return null
  const message = formatReminder({
    day: formatDayName(due.day),
    alwaysOn: alwaysOn.map(lineOf),
    missing: missing.map(lineOf),
    lateSince,
  })
  const button = { text: COPY_TO_TOMORROW, callback_data: `always-on:${due.day}` }
  return {
    kind: 'always-on.reminder',
    chatId,
    message,
    ...(missing.length > 0 && { replyMarkup: { inline_keyboard: [[button]] } }),
  }
}

async function askOfPauses(
  tx: Tx,
  settings: Settings,
  { due, lateSince, now }: Telling<Extract<Due, { kind: 'open-pauses' }>>,
): Promise<DraftContent | null> {
  const chatId = settings.summaryGroupId
  if (chatId === null) return null
  const question = await composeOpenPauses(tx, zoneOf(settings.timezone), due.day, now, lateSince)
  return question && { kind: 'cap.alert', chatId, ...question }
}

function clockOf(settings: Settings, at: Instant): string {
  return formatMinutes(zoneOf(settings.timezone).localTimeOf(at).minutes)
}
