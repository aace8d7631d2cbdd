import type { NextSummary } from '#contract/schedules.ts'
import { addDays } from '#domain/kernel/day.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { readSettingTexts, settingOf } from '#domain/settings/settings.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { countOf, formatDayName } from '#domain/sentences/written.ts'

/** Names for the sentences. */
export interface ChangeContext {
  /** Every setting with its new text. */
  texts: ReadonlyMap<string, string>
  titleOf(chatId: string): string
  /** When the next summary is sent then; null while it is asked for. */
  next: (Omit<NextSummary, 'at'> & { at: Instant }) | null
  zone: Zone
  now: Instant
}

type Say = (change: { before: string; after: string }, context: ChangeContext) => string

const TERMS = 'Takes effect with the next payout calculation.'
const ON_OFF =
  (on: string, off: string): Say =>
  ({ after }) =>
    after === 'true' ? on : off
const MESSAGE =
  (whom: string, when: string): Say =>
  ({ after }) =>
    after === ''
      ? `Nothing is sent to ${whom} when a pause ${when}.`
      : `Sent to ${whom} each time a pause ${when}, from the next one on.`

const SAYINGS: Partial<Record<SettingKey, Say>> = {
  telegram_bot_token: () => 'The bot uses this token at once.',
  summary_group_id: ({ after }, context) =>
    after === ''
      ? 'No summary, alert or reminder of broker caps is sent.'
      : `The summary of broker caps goes to ${context.titleOf(after)} ${sayWhen(context)}. Alerts and reminders go there too.`,
  affiliate_summary_group_id: ({ after }, context) =>
    after === ''
      ? 'No summary or alert of affiliate caps is sent.'
      : `The summary of affiliate caps goes to ${context.titleOf(after)} ${sayWhen(context)}. Their alerts go there too.`,
  allowed_group_ids: ({ before, after }, { titleOf }) =>
    sayLists(before, after, String, {
      added: (ids) => `Members may use commands in ${ids.map(titleOf).join(', ')}.`,
      taken: (ids) => `Commands stop working in ${ids.map(titleOf).join(', ')}.`,
    }),
  summary_time: (_change, context) => `Summaries are sent ${sayWhen(context)}${sayGroups(context)}.`,
  morning_brief_time: ({ after }, { texts, titleOf }) => {
    const { summaryGroupId } = readSettingTexts(texts)
    const where = summaryGroupId === null ? ', once a summary group is set' : ` to ${titleOf(summaryGroupId)}`
    return after === ''
      ? 'No morning brief is sent. The bot asks about pauses without an end with the summary.'
      : `On days with planned caps or a pause without an end, the brief is sent at ${after}${where}. It asks about such pauses.`
  },
  plan_days_ahead: ({ after }) => `Plans make their caps ${countOf(Number(after), 'day')} ahead, from midnight on.`,
  leads_sync_interval_minutes: ({ after }) => `Leads are fetched every ${countOf(Number(after), 'minute')}.`,
  working_hours_alert_enabled: ON_OFF(
    'The summary groups are told before working hours begin, and when they begin.',
    'Nobody is told about working hours.',
  ),
  working_hours_alert_lead_minutes: ({ after }) =>
    `The summary groups are told ${countOf(Number(after), 'minute')} before working hours begin.`,
  always_on_reminder_enabled: ON_OFF('The 24/7 caps of today are listed once a day.', 'No reminder is sent.'),
  always_on_reminder_time: ({ after }) => `The reminder is sent at ${after}.`,
  cap_alert_percents: ({ after }) =>
    after === ''
      ? 'Nobody is told when a cap fills.'
      : `The summary groups are told when a cap reaches ${after.split(',').join(', ')} %.`,
  pause_grace_minutes: ({ after }) =>
    `The summary group is told of leads that arrive more than ${countOf(Number(after), 'minute')} after a pause begins.`,
  pause_text_advertisers: MESSAGE('the groups of the advertiser', 'begins'),
  resume_text_advertisers: MESSAGE('the groups of the advertiser', 'ends'),
  pause_text_sources: MESSAGE('the groups of the source', 'begins'),
  resume_text_sources: MESSAGE('the groups of the source', 'ends'),
  ai_suggestion_enabled: ON_OFF(
    'Capline looks for suggestions and posts them in the summary group.',
    'Capline no longer looks for suggestions.',
  ),
  ai_suggestion_interval_minutes: ({ after }) =>
    `Suggestions are looked for every ${countOf(Number(after), 'minute')}.`,
  invalid_statuses: ({ before, after }) =>
    [
      sayLists(before, after, foldStatus, {
        added: (names) => `Invalid: ${names.join(', ')}.`,
        taken: (names) => `Valid again: ${names.join(', ')}.`,
      }) || 'The same statuses are invalid.',
      TERMS,
    ].join(' '),
  email_retention_days: ({ after }) =>
    `E-mail addresses older than ${countOf(Number(after), 'day')} are deleted and cannot be restored.`,
  title: ({ after }) => `Everybody sees “${after}” at once.`,
  admin_passkeys: ON_OFF(
    'Other admins are signed out, and need a passkey to come back.',
    'Admins sign in with only a code.',
  ),
  mcp_server: ON_OFF('Programs with an API key may read at /mcp.', 'Programs can no longer read at /mcp.'),
  viewer_read_only: ON_OFF(
    'Viewers can only look. This applies at once.',
    'Viewers can add, change and delete caps. This applies at once.',
  ),
}

/** The effect of a change, in a sentence or two. `after` is the text to be stored. */
export function sayChange(key: SettingKey, change: { before: string; after: string }, context: ChangeContext): string {
  const say = SAYINGS[key]
  if (say) return say(change, context)
  const { kind, group } = settingOf(key)
  const show = (text: string) => (kind.name === 'boolean' ? (text === 'true' ? 'on' : 'off') : text || 'empty')
  const words = `${show(change.before)} → ${show(change.after)}.`
  return group === 'payouts' ? `${words} ${TERMS}` : words
}

/** `at 18:00 from today` */
function sayWhen({ texts, next, zone, now }: ChangeContext): string {
  const { summaryTime } = readSettingTexts(texts)
  if (!next) return `at ${summaryTime}`
  if (next.overdue) return `now, and at ${summaryTime} from tomorrow`
  const [today, day] = [zone.dayOf(now), zone.dayOf(next.at)]
  const name = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : formatDayName(day)
  return `at ${summaryTime} from ${name}`
}

function sayGroups({ texts, titleOf }: ChangeContext): string {
  const { summaryGroupId, affiliateSummaryGroupId } = readSettingTexts(texts)
  const titles = [summaryGroupId, affiliateSummaryGroupId].flatMap((id) => (id === null ? [] : titleOf(id)))
  return titles.length === 0 ? ', once a summary group is set' : ` to ${[...new Set(titles)].join(' and ')}`
}

interface ListWords {
  added(items: string[]): string
  taken(items: string[]): string
}

function sayLists(before: string, after: string, keyOf: (line: string) => string, words: ListWords): string {
  const [old, fresh] = [before, after].map((text) => text.split('\n').filter(Boolean))
  const missingIn = (those: string[] = [], these: string[] = []) => {
    const keys = new Set(those.map(keyOf))
    return these.filter((line) => !keys.has(keyOf(line)))
  }
  const [added, taken] = [missingIn(old, fresh), missingIn(fresh, old)]
  return [added.length > 0 && words.added(added), taken.length > 0 && words.taken(taken)].filter(Boolean).join(' ')
}
