import type { FileTimes, FileWish } from '#domain/analytics/file.ts'
import { PRESET_NAMES } from '#domain/analytics/period.ts'
import { hasCounting, TABLE_NAMES } from '#domain/analytics/tables.ts'
import { formatMinutes } from '#domain/hours/working-hours.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Weekday } from '#domain/kernel/day.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { parseRefusal, type MessageRefusal } from './refusals.ts'
import { countOf, formatDayRange, WEEKDAYS } from './written.ts'

// Sentences about scheduled files.

/** `Lead quality, last week`; `GEOs, last week, deposits on their lead’s day` */
export function nameFile({ table, preset, countBy }: Pick<FileWish, 'table' | 'preset' | 'countBy'>): string {
  return `${TABLE_NAMES[table]}, ${PRESET_NAMES[preset].toLowerCase()}${sayCounting({ table, countBy })}`
}

/** `, deposits on their lead’s day`; empty where they count on their own. */
export function sayCounting({ table, countBy }: Pick<FileWish, 'table' | 'countBy'>): string {
  return countBy === 'lead' && hasCounting(table) ? ', deposits on their lead’s day' : ''
}

/** `GEO DE, advertiser Alster, source 44`; empty where nothing narrows it. An advertiser without a name is its ID. */
export function sayNarrowing(
  { geo, advertiserId, sourceNumber }: Pick<FileWish, 'geo' | 'advertiserId' | 'sourceNumber'>,
  advertiserName: string | null = null,
): string {
  return [
    geo !== null && `GEO ${geo}`,
    advertiserId !== null && `advertiser ${advertiserName ?? advertiserId}`,
    sourceNumber !== null && `source ${sourceNumber}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const WORKDAYS = '1,2,3,4,5'
const MOST_DAYS = 7

/** `every day at 08:00`, `Mon–Fri at 08:00`, `Mon, Thu at 08:00` */
export function sayTimes({ weekdays, minutes }: FileTimes): string {
  return `${sayWeekdays(weekdays)} at ${formatMinutes(minutes)}`
}

function sayWeekdays(weekdays: readonly Weekday[]): string {
  const sorted = weekdays.toSorted((a, b) => a - b)
  if (sorted.length === MOST_DAYS) return 'every day'
  if (sorted.join(',') === WORKDAYS) return 'Mon–Fri'
  return sorted.map((weekday) => WEEKDAYS[weekday - 1] ?? '').join(', ')
}

interface SentFile {
  wish: FileWish
  /** Of the advertiser that narrows it, if it is registered. */
  advertiserName: string | null
  period: DayRange
  zoneLabel: string
  rows: number
}

/** The caption under a file. */
export function captionFile({ wish, advertiserName, period, zoneLabel, rows }: SentFile): Markup {
  const narrowing = sayNarrowing(wish, advertiserName)
  return joinLines([
    html`<b>${nameFile(wish)}</b>`,
    html`${formatDayRange(period)}, ${zoneLabel}`,
    narrowing === '' ? null : html`Only ${narrowing}`,
    html`${countOf(rows, 'row')}`,
  ])
}

/** Why a file is not sent, found before Telegram is asked. */
export const FILE_PROBLEMS = {
  'file.owner-gone': 'Its owner has left the team. Another admin can take it over.',
  'file.owner-barred': 'Its owner is no longer an admin, or may not sign in. Another admin can take it over.',
  'file.chat-private': 'It goes to a private chat that is not its owner’s. Choose another chat.',
  'file.missed': 'Capline could not make it at its time, nor in the hour after it.',
  'file.taken-back': 'Taken back: it was paused, changed or taken over before it was sent.',
  'file.range': 'The days are more than its table can cover. Choose fewer.',
  'file.restored': 'A backup was restored, and the file may have been sent before it. Look into the chat.',
  'file.unknown': 'It is unknown whether the file arrived. Look into the chat.',
} as const

const REFUSALS: Partial<Record<MessageRefusal, string>> = {
  'chat-not-found': 'Telegram no longer finds the chat. Choose another one.',
  kicked: 'The bot was removed from the chat. Add it again, or choose another chat.',
  'not-member': 'The bot is not in the chat any more. Add it again, or choose another chat.',
  'not-started': 'The bot may not write first. Open the chat with the bot and press Start, or choose another chat.',
  blocked: 'The bot is blocked in the chat. Unblock it, or choose another chat.',
  'no-rights': 'The bot may not send files in the chat. Give it the right, or choose another chat.',
}

/** Why Telegram refused a file. */
export function sayFileRefused(description: string): string {
  if (description === 'expired') return 'Telegram could not be reached for hours.'
  return REFUSALS[parseRefusal(description)] ?? `Telegram refused: ${description}`
}

/** Told once, until the file goes again. `owner`: named to others than its owner. */
export function tellFileFails(
  file: { wish: FileWish; times: FileTimes; chat: string; owner: string | null },
  problem: string,
): Markup {
  const of = file.owner === null ? '' : ` of ${file.owner}`
  return joinLines([
    html`A scheduled file${of} was not sent: <b>${nameFile(file.wish)}</b>, ${sayTimes(file.times)}, to ${file.chat}.`,
    html`${problem}`,
    html`It is sent again at its next time. You get no second message about it until it has arrived once.`,
  ])
}
