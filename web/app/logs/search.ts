import { parseDay } from '#domain/kernel/day.ts'
import { formatInstant, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/logs/entry.ts'
import { PERIODS, type LogView, type Period } from '#web/features/logs/view.ts'
import { readOneOf, readWord, readYes, searchReader } from '../read-search.ts'

/** What the address says of the logs. Times are wall clocks of the configured zone, `2026-11-21T10:00`. */
export interface LogSearch {
  search?: string | undefined
  area?: string | undefined
  level?: LogLevel | undefined
  request?: string | undefined
  time?: Period | 'custom' | undefined
  from?: string | undefined
  to?: string | undefined
  live?: true | undefined
}

const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

const readEach = searchReader<LogSearch>({
  search: readWord,
  area: readWord,
  level: readOneOf(LOG_LEVELS),
  request: readWord,
  time: readOneOf([...PERIODS, 'custom']),
  from: readWallClock,
  to: readWallClock,
  live: readYes,
})

/** Times are those of the choice 'From … to …'. */
export function readLogSearch(raw: Record<string, unknown>): LogSearch {
  const search = readEach(raw)
  return search.time === 'custom' ? search : { ...search, from: undefined, to: undefined }
}

function readWallClock(raw: unknown): string | undefined {
  const [text, date = ''] = (typeof raw === 'string' && WALL_CLOCK.exec(raw)) || []
  return parseDay(date) ? text : undefined
}

export function viewOf({ search, area, level, request, time, from, to }: LogSearch, zone: Zone): LogView {
  const [start, end] = [instantOf(from, zone), instantOf(to, zone)]
  return {
    ...(search && { search }),
    ...(area && { area }),
    ...(level && { level }),
    ...(request && { requestId: request }),
    ...(time && time !== 'custom' && { period: time }),
    ...(start !== null && { from: start }),
    ...(end !== null && { to: end }),
  }
}

/** The instant at which a zone's clock shows this; null where nothing, or nothing that there is, was typed. */
function instantOf(text: string | undefined, zone: Zone): Instant | null {
  const [, date = '', hour, minute] = WALL_CLOCK.exec(text ?? '') ?? []
  const day = parseDay(date)
  if (!day) return null
  // The first hours that can be named are of a year that cannot, on another clock.
  return parseInstant(formatInstant(zone.instantAt({ day, minutes: Number(hour) * 60 + Number(minute) })))
}
