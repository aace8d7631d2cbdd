import type { FileTimes } from '#domain/analytics/file.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'

/** When a file goes, as an answer has it. */
export function timesOf({ weekdays, time }: { weekdays: FileTimes['weekdays']; time: string }): FileTimes {
  return { weekdays, minutes: parseTimeOfDay(time) }
}
