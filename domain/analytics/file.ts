import { addDays, weekdayOf, type Day, type Weekday } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Counting, Preset } from './choices.ts'
import type { AnalyticsTable } from './tables.ts'

/** Most scheduled files, over all members. */
export const MOST_FILES = 100

/** Which table a file has, of which days seen from the one on which it is sent, and as the screen shows it. */
export interface FileWish {
  table: AnalyticsTable
  preset: Preset
  /** Null: not narrowed by it. */
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
  countBy: Counting
  sorting: Sorting
}

/** When it is sent, in the zone of the settings. */
export interface FileTimes {
  /** At least one. */
  weekdays: readonly Weekday[]
  /** Since 00:00. */
  minutes: number
}

/** The fields of a scheduled file that people set. */
export interface FileDraft extends FileWish, FileTimes {
  format: 'csv' | 'xlsx'
  chatId: string
}

/** A table of analytics that is sent to a chat at set times, with the rights of its owner. */
export interface AnalyticsFile extends FileDraft {
  _id: string
  version: number
  isPaused: boolean
  /** How its owner signs. */
  owner: string
}

/** True for somebody's own chat with the bot; the IDs of groups are negative. */
export function isPrivateChat(chatId: string): boolean {
  return !chatId.startsWith('-')
}

/** The day and the instant at which it is sent. */
export interface FileDue {
  day: Day
  at: Instant
}

/** When a file is sent next after an instant; `afterDay`: not on that day or before it. */
export function findNextDue(
  { weekdays, minutes }: FileTimes,
  zone: Zone,
  after: Instant,
  afterDay: Day | null = null,
): FileDue {
  const today = zone.dayOf(after)
  const first = afterDay !== null && afterDay >= today ? addDays(afterDay, 1) : today
  for (let day = first; day <= addDays(first, 7); day = addDays(day, 1)) {
    const at = zone.instantAt({ day, minutes })
    if (at > after && weekdays.includes(weekdayOf(day))) return { day, at }
  }
  throw new Error('a file without weekdays')
}

/** When a file is due whose zone became another one: on the same day; at once where its time there has passed. */
export function moveDue({ minutes }: FileTimes, day: Day, zone: Zone, now: Instant): Instant {
  const at = zone.instantAt({ day, minutes })
  return at > now ? at : now
}
