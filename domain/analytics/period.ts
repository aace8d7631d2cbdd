import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import { countDays, type DayRange } from '#domain/kernel/day-range.ts'
import { firstOfMonth } from '#domain/kernel/month.ts'
import type { Comparison, Preset } from './choices.ts'

/** The most days of one period: two years. */
export const LONGEST_PERIOD = 731

/** The most days for fates of leads, which need a look at each lead. */
export const LONGEST_QUALITY_PERIOD = 31

const WEEK = 7

/** The period that `period` is compared with. The two never overlap. */
export function shiftPeriod(period: DayRange, comparison: Comparison): DayRange {
  const days = countDays(period)
  const back = comparison === 'week' ? Math.ceil(days / WEEK) * WEEK : days
  return { start: addDays(period.start, -back), end: addDays(period.end, -back) }
}

/** The week up to a day, plus the same weekday before it (spec, section 4). */
export function defaultPeriod(today: Day): DayRange {
  return { start: addDays(today, -WEEK), end: today }
}

/** Their names on screens. */
export const PRESET_NAMES: Readonly<Record<Preset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-30-days': 'Last 30 days',
}

/** The days of a preset. A week or month that is not over ends today. */
export function periodOfPreset(preset: Preset, today: Day): DayRange {
  const monday = mondayOf(today)
  switch (preset) {
    case 'today':
      return { start: today, end: today }
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) }
    case 'this-week':
      return { start: monday, end: today }
    case 'last-week':
      return { start: addDays(monday, -WEEK), end: addDays(monday, -1) }
    case 'this-month':
      return { start: firstOfMonth(today), end: today }
    case 'last-30-days':
      return { start: addDays(today, -29), end: today }
  }
}
