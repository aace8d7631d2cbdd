import type { FileTimes } from '#domain/analytics/file.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'

/** The times of a file, from an answer. */
export function timesOf({ weekdays, time }: { weekdays: FileTimes['weekdays']; time: string }): FileTimes {
  return { weekdays, minutes: parseTimeOfDay(time) }
}
