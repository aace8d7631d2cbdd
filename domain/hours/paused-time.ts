import { addDays, type Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { END_OF_DAY, isOpen, splitAtMidnight, type Hours, type Window } from './working-hours.ts'

/** A span of stopped traffic: `from` is included, `until` is not. `until` is null if the pause has no set end. */
export interface PausedSpan {
  from: Instant
  until: Instant | null
}

export function isPausedAt(spans: readonly PausedSpan[], at: Instant): boolean {
  return spans.some(({ from, until }) => from <= at && (until === null || at < until))
}

/** Spans that overlap or touch as one, in order. */
export function joinSpans(spans: readonly PausedSpan[]): PausedSpan[] {
  const joined: PausedSpan[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (!last || (last.until !== null && last.until < span.from)) joined.push({ ...span })
    else if (last.until !== null && (span.until === null || last.until < span.until)) last.until = span.until
  }
  return joined
}

/** The span from the first to the last instant of a range of local days. */
export function spanOfDays({ start, end }: DayRange, zone: Zone): PausedSpan {
  return { from: zone.startOf(start), until: zone.startOf(addDays(end, 1)) }
}

/** The paused windows of a local day by its clock, in order. Windows that touch or overlap are merged. */
export function listPausedWindows(spans: readonly PausedSpan[], zone: Zone, day: Day): Window[] {
  const [start, end] = [zone.startOf(day), zone.startOf(addDays(day, 1))]
  const windows = spans.flatMap(({ from, until }) => {
    if (from >= end || (until !== null && until <= start)) return []
    const window = {
      from: from <= start ? 0 : zone.minutesOf(from),
      to: until === null || until >= end ? END_OF_DAY : zone.minutesOf(until),
    }
    return window.from < window.to ? [window] : []
  })
  return mergeWindows(windows)
}

/** Open minutes of a day before `minutes` (0 to 1440) that are paused. */
export function countPausedMinutes(hours: Hours, paused: readonly Window[], minutes: number): number {
  return paused.reduce(
    (sum, pause) =>
      sum +
      listOpen(hours).reduce((own, { from, to }) => {
        const [first, last] = [Math.max(from, pause.from), Math.min(to, pause.to, minutes)]
        return own + Math.max(0, last - first)
      }, 0),
    0,
  )
}

function listOpen(hours: Hours): readonly Window[] {
  return hours.kind === 'windows' ? hours.windows.flatMap(splitAtMidnight) : WHOLE_DAY
}

/** Whether leads are taken at a wall-clock minute (0 to 1439): hours are open and nothing is paused. */
export function isTaking(hours: Hours, paused: readonly Window[], minutes: number): boolean {
  return isOpen(hours, minutes) && !isPausedMinute(paused, minutes)
}

export function isPausedMinute(paused: readonly Window[], minutes: number): boolean {
  return paused.some(({ from, to }) => minutes >= from && minutes < to)
}

/** Whether pauses stop a day to its end: all that is open from a minute on, or its last open minute if that is over. */
export function isPausedToEnd(hours: Hours, paused: readonly Window[], minutes: number): boolean {
  const last = Math.max(...listOpen(hours).map(({ to }) => to)) - 1
  const from = Math.min(minutes, last)
  const countFrom = (windows: readonly Window[]) =>
    countPausedMinutes(hours, windows, END_OF_DAY) - countPausedMinutes(hours, windows, from)
  return countFrom(paused) > 0 && countFrom(paused) === countFrom(WHOLE_DAY)
}

/** Whether leads are taken at any minute of a day. */
export function isEverTaking(hours: Hours, paused: readonly Window[]): boolean {
  return countPausedMinutes(hours, paused, END_OF_DAY) < countPausedMinutes(hours, WHOLE_DAY, END_OF_DAY)
}

const WHOLE_DAY: readonly Window[] = [{ from: 0, to: END_OF_DAY }]

function mergeWindows(windows: readonly Window[]): Window[] {
  const merged: Window[] = []
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && window.from <= last.to) last.to = Math.max(last.to, window.to)
    else merged.push({ ...window })
  }
  return merged
}
